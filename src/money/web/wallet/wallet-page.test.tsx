import { ORPCError } from "@orpc/client";
import { beforeEach, describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { HistoryRow, Hold, Transaction } from "#money/contract/wallet.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { orderedExtra } from "#test/screen/extra-services.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, sessionOf } from "#test/screen/users.ts";
import { shownToasts } from "#test/screen/toasts.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import WalletPage from "./wallet-page.tsx";

type WalletAnswers = NonNullable<FakeAnswers["wallet"]>;

const reports: string[] = [];

beforeEach(() => {
  sessionStorage.clear();
  reports.length = 0;
});

function showWallet(address: string, wallet: WalletAnswers = {}, others: FakeAnswers = {}) {
  return showScreen({
    element: <WalletPage />,
    path: "/dashboard/wallet",
    address,
    others: { "/dashboard/parcels/ship": <p>The parcels to ship</p> },
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      errorReports: {
        reportError: async ({ source }) => {
          reports.push(source);
          return {};
        },
      },
      wallet: {
        readPayout: async () => ({ payout: null }),
        readWallet: async () => ({ balanceCents: 12_550 }),
        listTransactions: async () => ({ items: [], olderThan: null }),
        ...wallet,
      },
      ...others,
    },
  });
}

function transaction(fields: Partial<Transaction>): Transaction {
  return {
    id: crypto.randomUUID(),
    type: "deposit",
    amountCents: 5000,
    status: "completed",
    createdAt: "2031-04-02T08:30:00.000Z",
    reason: null,
    legNumber: null,
    plan: null,
    ...fields,
  };
}

function hold(fields: Partial<Hold>): Hold {
  return {
    id: crypto.randomUUID(),
    type: "shipping_fee",
    amountCents: 1200,
    state: "held",
    settledCents: null,
    reason: "Sea freight",
    legNumber: null,
    packageId: null,
    heldAt: "2031-04-02T08:30:00.000Z",
    endedAt: null,
    ...fields,
  };
}

describe("a pending deposit", () => {
  test("can be continued while its checkout may be open, and shows an error when it has ended", async () => {
    const requests: unknown[] = [];
    const payable = transaction({
      status: "pending",
      payableUntil: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const expired = transaction({ status: "pending", payableUntil: "2020-01-01T00:00:00.000Z" });
    const { screen } = await showWallet("/dashboard/wallet?tab=history", {
      listTransactions: async () => ({ items: [payable, expired], olderThan: null }),
      resumeDeposit: async (input) => {
        requests.push(input);
        throw rejected("deposit_ended");
      },
    });
    await screen.getByRole("button", { name: "Continue payment" }).click();
    await expect
      .element(screen.getByText("This deposit can no longer be paid. Please start a new one."))
      .toBeVisible();
    expect(requests).toEqual([{ transactionId: payable.id }]);
  });

  test("reads 'Not paid' beside its badge and can be dismissed", async () => {
    const pending = transaction({
      status: "pending",
      payableUntil: new Date(Date.now() + 3_600_000).toISOString(),
    });
    let current = pending;
    const { screen } = await showWallet("/dashboard/wallet?tab=history", {
      listTransactions: async () => ({ items: [current], olderThan: null }),
      cancelDeposit: async ({ transactionId }) => {
        expect(transactionId).toBe(pending.id);
        current = { ...pending, status: "canceled" };
        return { transaction: current };
      },
    });
    await expect.element(screen.getByText("Pending")).toBeVisible();
    await expect.element(screen.getByText("Not paid")).toBeVisible();
    await screen.getByRole("button", { name: "Dismiss" }).click();
    await expect.element(screen.getByText("Canceled")).toBeVisible();
    await expect.element(screen.getByText("Not paid")).not.toBeInTheDocument();
  });
});

describe("the overview", () => {
  test("shows the balance in dollars with two decimals", async () => {
    const { screen } = await showWallet("/dashboard/wallet?tab=anything");
    await expect.element(screen.getByText("$125.50")).toBeVisible();
    await expect
      .element(screen.getByRole("tab", { name: "Overview" }))
      .toHaveAttribute("aria-selected", "true");
  });

  test("lists holds beside the balance", async () => {
    const { screen } = await showWallet("/dashboard/wallet", {
      readWallet: async () => ({
        balanceCents: 12_550,
        heldCents: 3200,
        holds: [hold({ reason: "Air freight", legNumber: 2, amountCents: 2000 }), hold({})],
      }),
    });
    await expect
      .element(
        screen.getByText("In addition, $32.00 is on hold for quoted fees.", { exact: false }),
      )
      .toBeVisible();
    const fees = screen.getByRole("list", { name: "Fees on hold" }).getByRole("listitem");
    await expect.element(fees.nth(0).getByText("Air freight · Leg 2")).toBeVisible();
    await expect.element(fees.nth(0).getByText("$20.00")).toBeVisible();
    await expect.element(fees.nth(1).getByText("$12.00")).toBeVisible();
    await expectAccessible();
  });

  test("lets an extra service that is not done be cancelled where its hold is", async () => {
    let isOpen = true;
    const cancelled: unknown[] = [];
    const service = (isCancellable: boolean, name: string) =>
      hold({
        type: "service_fee",
        reason: "Extra service",
        amountCents: 140,
        extraService: {
          extraServiceRequestId: orderedExtra.id,
          name,
          inboundParcelId: orderedExtra.inboundParcelId,
          packageId: null,
          isCancellable,
        },
      });
    const { screen } = await showWallet(
      "/dashboard/wallet",
      {
        readWallet: async () => ({
          balanceCents: 12_550,
          heldCents: 280,
          holds: isOpen ? [service(true, "Contents check"), service(false, "Stretch film")] : [],
        }),
      },
      {
        extraServices: {
          cancelExtraService: async (input) => {
            cancelled.push(input);
            if (cancelled.length === 1) throw rejected("conflict");
            isOpen = false;
            return { ...orderedExtra, state: "cancelled" };
          },
        },
      },
    );
    const fees = screen.getByRole("list", { name: "Fees on hold" }).getByRole("listitem");
    await expect.element(fees.nth(0).getByText("Contents check")).toBeVisible();
    await expect
      .element(fees.nth(0).getByRole("link", { name: "View the parcel" }))
      .toHaveAttribute("href", `/dashboard/parcels/${orderedExtra.inboundParcelId}`);
    // One that is done is charged.
    expect(fees.nth(1).getByRole("button").elements()).toEqual([]);
    await expectAccessible();
    const cancel = fees.nth(0).getByRole("button", { name: "Cancel Contents check" });
    await cancel.click();
    await expect
      .poll(shownToasts)
      .toContainEqual(expect.stringContaining("The extra service was not cancelled"));
    await cancel.click();
    await expect.element(screen.getByText("Contents check")).not.toBeInTheDocument();
    const extraServiceRequestId = orderedExtra.id;
    expect(cancelled).toEqual([{ extraServiceRequestId }, { extraServiceRequestId }]);
  });

  test("shows no holds if there are none", async () => {
    const { screen } = await showWallet("/dashboard/wallet");
    await expect.element(screen.getByText("$125.50")).toBeVisible();
    expect(screen.getByText(/on hold/i).elements()).toEqual([]);
  });

  test("adding funds links the terms", async () => {
    const { screen } = await showWallet("/dashboard/wallet");
    await expect
      .element(screen.getByRole("form", { name: "Add Funds" }).getByRole("link"))
      .toHaveAttribute("href", "/terms");
  });

  for (const [amount, message] of [
    ["", "Please enter a valid amount to deposit."],
    ["-5", "Please enter a valid amount to deposit."],
    ["1.005", "Please enter a valid amount to deposit."],
    [
      "10000.01",
      "Please enter a valid amount to deposit. A deposit is at least $1.00 and at most $10,000.00.",
    ],
  ] as const) {
    test(`rejects the deposit amount '${amount}', keeps it and focuses the field`, async () => {
      const { screen } = await showWallet("/dashboard/wallet");
      const field = screen.getByRole("spinbutton", { name: "Amount (USD)" });
      await field.fill(amount);
      await screen.getByRole("button", { name: "Add Funds" }).click();
      const toast = screen.getByRole("alert");
      await expect.element(toast.getByText("Invalid amount")).toBeVisible();
      await expect.element(toast.getByText(message, { exact: true })).toBeVisible();
      await expect.element(field).toHaveFocus();
      expect((field.element() as HTMLInputElement).value).toBe(amount);
    });
  }

  test("opens the checkout once when the button is clicked twice", async () => {
    const amounts: unknown[] = [];
    const { screen } = await showWallet("/dashboard/wallet", {
      startDeposit: async (input) => {
        amounts.push(input.amount);
        return { url: "#checkout" };
      },
    });
    await screen.getByText("$100", { exact: true }).click();
    await screen.getByRole("button", { name: "Add Funds" }).dblClick();
    await expect.element(screen.getByText("Opening the secure checkout...")).toBeVisible();
    expect(amounts).toEqual(["100"]);
    window.location.hash = "";
  });

  test("shows an error when the checkout could not be opened, keeps the amount and reports the error", async () => {
    const keys: string[] = [];
    const { screen } = await showWallet("/dashboard/wallet", {
      startDeposit: async ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        throw keys.length < 2
          ? new TypeError("Failed to fetch")
          : new ORPCError("deposit_failed", { status: 502 });
      },
    });
    await screen.getByRole("spinbutton", { name: "Amount (USD)" }).fill("42.10");
    const button = screen.getByRole("button", { name: "Add Funds" });
    for (const attempt of [1, 2, 3]) {
      await button.click();
      await expect
        .element(screen.getByText("Could not create deposit session. Please try again.").last())
        .toBeVisible();
      await expect.poll(() => keys.length).toBe(attempt);
    }
    await expect.element(screen.getByText("Deposit failed").first()).toBeVisible();
    expect(screen.getByRole("spinbutton").element()).toHaveProperty("value", "42.10");
    expect(keys[0], "a lost connection reuses the key").toBe(keys[1]);
    expect(keys[2], "a response renews the key").not.toBe(keys[1]);
    expect(reports).toEqual(["wallet deposit", "wallet deposit", "wallet deposit"]);
  });
});

describe("coming back from the checkout", () => {
  const address = "/dashboard/wallet?success=true&session_id=cs_1";

  test("verifies the deposit, shows the added amount and cleans the address", async () => {
    let answer: (() => void) | undefined;
    const { screen, router } = await showWallet(address, {
      verifyDeposit: ({ sessionId }) =>
        new Promise((resolve) => {
          expect(sessionId).toBe("cs_1");
          answer = () =>
            resolve({
              success: true,
              amountCents: 5000,
              message: "$50.00 has been added to your wallet.",
            });
        }),
    });
    await expect.element(screen.getByText("Confirming your payment...")).toBeVisible();
    answer?.();
    await expect.element(screen.getByText("$50.00 has been added to your wallet.")).toBeVisible();
    expect(router.state.location.search).toBe("");
    await expectAccessible();
    await screen.getByRole("button", { name: "Done" }).click();
    await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
    expect(sessionStorage.length).toBe(0);
  });

  test("retries after a lost connection and keeps the session id until then", async () => {
    let tries = 0;
    const { screen, router } = await showWallet(address, {
      verifyDeposit: async () => {
        tries += 1;
        expect(router?.state.location.search ?? address).toContain("session_id=cs_1");
        if (tries < 3) throw new TypeError("Failed to fetch");
        return { success: true, amountCents: 100, message: "$1.00 has been added to your wallet." };
      },
    });
    await expect.element(screen.getByText("$1.00 has been added to your wallet.")).toBeVisible();
    expect(tries).toBe(3);
  });

  test("an unverified session is verified at the next visit of the wallet", async () => {
    sessionStorage.setItem(`wallet-return:${mei.id}`, "cs_7");
    const { screen } = await showWallet("/dashboard/wallet", {
      verifyDeposit: async ({ sessionId }) => ({
        success: true,
        amountCents: 700,
        message: `${sessionId} has been added to your wallet.`,
      }),
    });
    await expect.element(screen.getByText("cs_7 has been added to your wallet.")).toBeVisible();
  });

  test("shows the server's message when nothing was added", async () => {
    const { screen, router } = await showWallet(address, {
      verifyDeposit: async () => ({ success: false, amountCents: null, message: "" }),
    });
    await expect.element(screen.getByText("Verification failed")).toBeVisible();
    await expect
      .element(screen.getByText("Could not verify your deposit. Please contact support."))
      .toBeVisible();
    expect(router.state.location.search).toBe("");
  });

  test("a server error is shown and can be retried", async () => {
    let isAvailable = false;
    const { screen } = await showWallet(address, {
      verifyDeposit: async () => {
        if (!isAvailable)
          throw new ORPCError("signed_out", { status: 401, message: "Please log in." });
        return { success: true, amountCents: 100, message: "$1.00 has been added to your wallet." };
      },
    });
    await expect.element(screen.getByText("Verification error")).toBeVisible();
    await expect
      .element(screen.getByText("An unexpected error occurred. Please contact support."))
      .toBeVisible();
    isAvailable = true;
    await screen.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
    await expect.element(screen.getByText("$1.00 has been added to your wallet.")).toBeVisible();
  });

  for (const [end, toast] of [
    ["?success=true&session_id=cs_1", /^Deposit successful: \$50\.00 has been added/],
    ["?canceled=true", /^Deposit canceled: Your wallet deposit was canceled\./],
  ] as const) {
    test(`leads back to the page that asked for the deposit from ${end}`, async () => {
      sessionStorage.setItem(`deposit-origin:${mei.id}`, "/dashboard/parcels/ship?parcels=a.b");
      const { screen, router } = await showWallet(`/dashboard/wallet${end}`, {
        verifyDeposit: async () => ({
          success: true,
          amountCents: 5000,
          message: "$50.00 has been added to your wallet.",
        }),
      });
      await expect.element(screen.getByText("The parcels to ship")).toBeVisible();
      expect(router.state.location.search).toBe("?parcels=a.b");
      await expect.poll(shownToasts).toContainEqual(expect.stringMatching(toast));
      expect(sessionStorage.length).toBe(0);
    });
  }

  for (const canceled of ["?canceled=true", "?success=true&session_id=walletcanceled=true"]) {
    test(`shows the cancellation in ${canceled} and cleans the address`, async () => {
      const { screen, router } = await showWallet(`/dashboard/wallet${canceled}`);
      await expect.element(screen.getByText("Deposit canceled")).toBeVisible();
      await expect.element(screen.getByText("Your wallet deposit was canceled.")).toBeVisible();
      expect(router.state.location.search).toBe("");
    });
  }
});

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

  test("one row is a shipment, which a key opens to its transactions", async () => {
    const shipRequestId = "00000000-0000-4000-8000-000000000301";
    const of = { status: "completed", shipRequestId, trackingNumber: "SF1234567890123" } as const;
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
          number: "SF1234567890123",
          destination: "Germany",
          status: "completed" as const,
          sumCents: -2500,
          transactions: [back, freight, film],
        } satisfies HistoryRow["shipment"];
        return { items: [{ ...back, shipment }, transaction({})], olderThan: null };
      },
    });
    const rows = screen.getByRole("row");
    const button = screen.getByRole("button", { name: "Package SF1234567890123 to Germany" });
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
    await expectAccessible();
    await button.click();
    await expect.element(screen.getByText("Stretch film")).not.toBeInTheDocument();
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
    const { screen } = await showWallet(address, {
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
