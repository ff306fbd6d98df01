import { expect, test, vi } from "vitest";
import type { Statement } from "#money/contract/wallet.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { mei, sessionOf } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import type { ApiClient } from "#app/web/api.ts";
import StatementPage from "./statement-page.tsx";

const thisMonth = new Date().toISOString().slice(0, 7);
const path = "/dashboard/wallet/statement";

function statementOf(month: string): Statement {
  const line = { reason: null, legNumber: null, plan: null, at: `${month}-01T08:30:00.000Z` };
  return {
    month,
    startsAt: `${month}-01T00:00:00.000Z`,
    endsAt: `${month}-28T00:00:00.000Z`,
    isComplete: month !== thisMonth,
    fullName: mei.fullName,
    email: mei.email,
    openingCents: 2000,
    inCents: 5000,
    outCents: 1234,
    closingCents: 5766,
    lines: [
      {
        ...line,
        id: "00000000-0000-4000-8000-000000000701",
        type: "deposit",
        amountCents: 5000,
        changeCents: 5000,
        balanceCents: 7000,
      },
      {
        ...line,
        id: "00000000-0000-4000-8000-000000000702",
        type: "shipping_fee",
        amountCents: 1234,
        changeCents: -1234,
        balanceCents: 5766,
        reason: "Air freight",
        legNumber: 2,
      },
    ],
  };
}

const rates = {
  USD: "1.15200000",
  HKD: "8.96770000",
  SGD: "1.50740000",
  AUD: "1.78560000",
  GBP: "0.88105000",
  CAD: "1.62400000",
  CNY: "8.19340000",
};

test("amounts are also shown in the display currency", async () => {
  const { screen } = await showScreen({
    element: <StatementPage />,
    path,
    address: path,
    answers: {
      auth: { readSession: async () => sessionOf({ ...mei, displayCurrency: "HKD" }) },
      wallet: { readStatement: async ({ month }) => statementOf(month) },
      exchangeRates: { readExchangeRates: async () => ({ newest: { day: "2026-11-20", rates } }) },
    },
  });
  const approximations = screen.getByText(/^≈ -?HK\$/);
  await expect.element(approximations.first()).toBeVisible();
  // Four totals and the change of two lines.
  expect(approximations.elements()).toHaveLength(6);
  await expectAccessible();
});

function showStatement(readStatement: ApiClient["wallet"]["readStatement"], query = "") {
  return showScreen({
    element: <StatementPage />,
    path,
    address: `${path}${query}`,
    answers: { wallet: { readStatement } },
  });
}

test("the current month is shown with its lines and balances and can be printed", async () => {
  const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
  const { screen } = await showStatement(async ({ month }) => statementOf(month));
  await expect.element(screen.getByText(mei.email)).toBeVisible();
  await expect.element(screen.getByText(/the statement is not final yet/)).toBeVisible();
  for (const [term, value] of [
    ["Balance at the start", "$20.00"],
    ["Money in", "+$50.00"],
    ["Money out", "-$12.34"],
    ["Balance now", "$57.66"],
  ] as const) {
    const item = screen.getByRole("term").filter({ hasText: term }).first();
    await expect.element(item).toBeVisible();
    expect(item.element().nextElementSibling?.textContent).toBe(value);
  }
  const fee = screen.getByRole("row").nth(2);
  await expect.element(fee.getByText("Air freight · Leg 2")).toBeVisible();
  await expect.element(fee.getByText("$57.66")).toBeVisible();
  await screen.getByRole("button", { name: "Print" }).click();
  expect(print).toHaveBeenCalledOnce();
  await expectAccessible();
});

test("another month can be selected and is kept in the address; an unknown month falls back to the current one", async () => {
  const requestedMonths: string[] = [];
  const { screen, router } = await showStatement(async ({ month }) => {
    requestedMonths.push(month);
    return { ...statementOf(month), lines: [] };
  }, "?month=1999-13");
  await expect.element(screen.getByText("No transactions found")).toBeVisible();
  await screen.getByRole("combobox", { name: "Month" }).click();
  await screen.getByRole("option").nth(1).click();
  await expect.poll(() => requestedMonths).toHaveLength(2);
  expect(requestedMonths[0]).toBe(thisMonth);
  expect(router.state.location.search).toBe(`?month=${requestedMonths[1]}`);
  await expect.element(screen.getByText("Balance at the end")).toBeVisible();
});

test("a statement can be loaded again after an error", async () => {
  let isAvailable = false;
  const { screen } = await showStatement(async ({ month }) => {
    if (!isAvailable) throw rejected("forbidden");
    return statementOf(month);
  });
  await expect.element(screen.getByText("Your statement could not be loaded")).toBeVisible();
  isAvailable = true;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("Money in")).toBeVisible();
});
