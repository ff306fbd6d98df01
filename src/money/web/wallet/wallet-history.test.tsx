import { ORPCError } from "@orpc/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { HistoryRow } from "#money/contract/transactions.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { expectToFit } from "#test/screen/expect-to-fit.ts";
import { shownToasts } from "#test/screen/toasts.ts";
import { showWallet, transaction } from "#test/screen/wallet.tsx";

beforeEach(() => {
  sessionStorage.clear();
});
afterEach(() => page.viewport(1280, 800));

describe("the history", () => {
  const address = "/dashboard/wallet?tab=history";

  test("shows each transaction with sign, status and what it was for", async () => {
    const { screen } = await showWallet(address, {
      listTransactions: async () => ({
        items: [
          transaction({ status: "pending" }),
          transaction({
            type: "shipping_fee",
            amountCents: 1234,
            reason: "Air freight",
            legNumber: 2,
            trackingNumber: "SF1234567890123",
            packageId: "00000000-0000-4000-8000-000000000101",
          }),
          transaction({ type: "subscription", amountCents: 19_900, plan: "Super" }),
        ],
        olderThan: null,
      }),
    });
    const rows = screen.getByRole("row");
    const expected = [
      ["Deposit", "Pending", "+$50.00"],
      ["Shipping Fee", "Air freight · Leg 2", "SF1234567890123", "Completed", "-$12.34"],
      ["Subscription", "By card", "Super plan", "Completed", "-$199.00"],
    ];
    for (const [place, texts] of expected.entries()) {
      for (const text of texts) {
        await expect
          .element(rows.nth(place + 1).getByText(text, { exact: true }))
          .toBeInTheDocument();
      }
    }
    await expect
      .element(screen.getByRole("link", { name: "SF1234567890123" }))
      .toHaveAttribute("href", "/dashboard/packages?package=00000000-0000-4000-8000-000000000101");
  });

  test("leads from each transaction to where something wrong is said", async () => {
    const deposit = transaction({ status: "completed" });
    const { screen } = await showWallet(address, {
      listTransactions: async () => ({ items: [deposit], olderThan: null }),
    });
    for (const width of [1280, 390, 320]) {
      await expectToFit([width], { height: 800 });
      await expect
        .element(screen.getByRole("link", { name: /^Something is wrong: Deposit, / }))
        .toHaveAttribute("href", `/dashboard/messages/new?transaction=${deposit.id}`);
    }
  });

  test("one row is a shipment, which a key opens to its transactions", async () => {
    const shipRequestId = "00000000-0000-4000-8000-000000000301";
    const packageName = "P-1024 (Ceramic tea set)";
    const of = {
      status: "completed",
      shipRequestId,
      packageId: "00000000-0000-4000-8000-000000000101",
      packageName,
      trackingNumber: "SF1234567890123",
    } as const;
    const freight = transaction({
      ...of,
      type: "shipping_fee",
      amountCents: 2400,
      reason: "Freight",
    });
    const film = transaction({
      ...of,
      type: "service_fee",
      amountCents: 150,
      reason: "Stretch film",
    });
    const back = transaction({ ...of, type: "refund", amountCents: 50, reason: "Freight" });
    const asked: unknown[] = [];
    const { screen } = await showWallet(address, {
      listTransactions: async (input) => {
        asked.push(input);
        const shipment = {
          name: packageName,
          destination: "Germany",
          status: "completed" as const,
          sumCents: -2500,
          transactions: [back, freight, film],
        } satisfies HistoryRow["shipment"];
        return { items: [{ ...back, shipment }, transaction({})], olderThan: null };
      },
    });
    const rows = screen.getByRole("row");
    const button = screen.getByRole("button", { name: `Package ${packageName} to Germany` });
    await expect.element(button).toHaveAttribute("aria-expanded", "false");
    expect(asked).toEqual([{ by: "shipment" }]);
    await expect.element(rows.nth(1).getByText("-$25.00")).toBeVisible();
    await expect.element(rows.nth(1).getByText("3 transactions")).toBeVisible();
    await expect.element(screen.getByText("Stretch film")).not.toBeInTheDocument();
    button.element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(button).toHaveAttribute("aria-expanded", "true");
    const expected = [
      ["Refund", "Freight", "Completed", "+$0.50"],
      ["Shipping Fee", "Freight", "Completed", "-$24.00"],
      ["Stretch film", "Completed", "-$1.50"],
      ["Deposit", "Completed", "+$50.00"],
    ];
    for (const [place, texts] of expected.entries()) {
      for (const text of texts) {
        await expect
          .element(rows.nth(place + 2).getByText(text, { exact: true }))
          .toBeInTheDocument();
      }
    }
    const named = rows.nth(3).getByText(`Package ${packageName} · SF1234567890123`);
    await expect.element(named).toBeVisible();
    await expect
      .element(rows.nth(3).getByRole("link", { name: packageName }))
      .toHaveAttribute("href", `/dashboard/packages?package=${of.packageId}`);
    await expectAccessible();
    await button.click();
    await expect.element(screen.getByText("Stretch film")).not.toBeInTheDocument();
  });

  test("on phones amounts stand beside what they are for", async () => {
    await page.viewport(390, 844);
    const { screen } = await showWallet(address, {
      listTransactions: async () => ({
        items: [
          transaction({ createdAt: "2031-09-28T22:48:00.000Z" }),
          transaction({ type: "subscription", amountCents: 19_900, plan: "Super" }),
        ],
        olderThan: null,
      }),
    });
    await expect.element(screen.getByText("Deposit", { exact: true })).toBeVisible();
    const placeOf = (text: string) =>
      screen.getByText(text, { exact: true }).element().getBoundingClientRect();
    const areBeside = () => {
      for (const [type, amount] of [
        ["Deposit", "+$50.00"],
        ["Subscription", "-$199.00"],
      ] as const) {
        const { top, right } = placeOf(type);
        const place = placeOf(amount);
        expect(Math.abs(place.top - top)).toBeLessThan(6);
        expect(place.left).toBeGreaterThan(right);
      }
    };
    await expectToFit([390, 320], { check: areBeside });
  });

  test("loads older transactions on request", async () => {
    const { screen } = await showWallet(address, {
      listTransactions: async ({ before }) =>
        before === "next"
          ? { items: [transaction({ amountCents: 1100 })], olderThan: null }
          : { items: [transaction({ amountCents: 2200 })], olderThan: "next" },
    });
    const more = screen.getByRole("button", { name: "Load older transactions" });
    await more.click();
    await expect.element(screen.getByText("+$11.00")).toBeVisible();
    await expect.element(screen.getByText("+$22.00")).toBeVisible();
    await expect.element(more).not.toBeInTheDocument();
  });

  test("can be downloaded in the reader's locale and time zone, and links to the statement", async () => {
    const { screen } = await showWallet(address, {
      listTransactions: async () => ({ items: [transaction({})], olderThan: null }),
    });
    const file = screen.getByRole("link", { name: "Download CSV" });
    await expect.element(file).toBeVisible();
    const { pathname, searchParams } = new URL((file.element() as HTMLAnchorElement).href);
    expect(pathname).toBe("/api/wallet/transactions.csv");
    expect(searchParams.get("locale")).toBe(navigator.language);
    expect(searchParams.get("timeZone")).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    await expect
      .element(screen.getByRole("link", { name: "Monthly statement" }))
      .toHaveAttribute("href", "/dashboard/wallet/statement");
  });

  test("shows an empty state", async () => {
    const { screen } = await showWallet(address);
    await expect.element(screen.getByText("No transactions found")).toBeVisible();
  });

  test("shows and reports a loading error, and can be loaded again", async () => {
    let isAvailable = false;
    const { screen, reports } = await showWallet(address, {
      listTransactions: async () => {
        if (!isAvailable) throw new ORPCError("forbidden", { status: 403 });
        return { items: [transaction({})], olderThan: null };
      },
    });
    const description = "Could not retrieve your transaction history. Please try again later.";
    await expect.element(screen.getByText(description).first()).toBeVisible();
    await expect.poll(shownToasts).toContain(`Failed to load transactions: ${description}`);
    expect(reports).toEqual(["wallet history"]);
    isAvailable = true;
    await screen.getByRole("button", { name: "Try again" }).click();
    await expect.element(screen.getByText("+$50.00")).toBeVisible();
  });
});
