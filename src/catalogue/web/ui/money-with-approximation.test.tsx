import { beforeEach, describe, expect, test } from "vitest";
import type { DayRates } from "#catalogue/contract/exchange-rates.ts";
import type { DisplayCurrency, Currency } from "#platform/rules/money.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, sessionOf } from "#test/screen/users.ts";
import { MoneyWithApproximation, TypedApproximation } from "./money-with-approximation.tsx";

const newest: DayRates = {
  day: "2026-11-20",
  rates: {
    USD: "1.15200000",
    HKD: "8.96770000",
    SGD: "1.50740000",
    AUD: "1.78560000",
    GBP: "0.88105000",
    CAD: "1.62400000",
    CNY: "8.19340000",
  },
};

let reads = 0;
beforeEach(() => {
  reads = 0;
});

async function showAmounts(
  displayCurrency: DisplayCurrency,
  options: {
    readonly currency?: Currency;
    readonly isAdmin?: boolean;
    readonly read?: () => Promise<{ newest: DayRates | null }>;
  } = {},
) {
  const { currency = "USD", isAdmin = false, read = async () => ({ newest }) } = options;
  const { screen } = await showScreen({
    element: (
      <ul>
        {[2_500, -99].map((amountCents) => (
          <li key={amountCents}>
            <MoneyWithApproximation amountCents={amountCents} currency={currency} signed />
          </li>
        ))}
        <li>End</li>
      </ul>
    ),
    path: "/",
    answers: {
      auth: { readSession: async () => sessionOf({ ...mei, displayCurrency, isAdmin }) },
      exchangeRates: {
        readExchangeRates: async () => {
          reads += 1;
          return await read();
        },
      },
    },
  });
  const texts = () =>
    screen
      .getByRole("listitem")
      .elements()
      .slice(0, -1)
      .map((element) => element.textContent);
  return { screen, texts };
}

/** Long enough for the session, the lazy part and the rates, which are all in this page. */
async function settled() {
  await new Promise((resolve) => setTimeout(resolve, 300));
}

describe("An amount of a customer", () => {
  test.each<[Currency, DisplayCurrency, string[]]>([
    ["USD", "HKD", ["+$25.00≈ HK$195, rate of Nov 20", "-$0.99≈ -HK$7.71, rate of Nov 20"]],
    ["USD", "EUR", ["+$25.00≈ €22, rate of Nov 20", "-$0.99≈ -€0.86, rate of Nov 20"]],
    ["SGD", "USD", ["+SGD 25.00≈ $19, rate of Nov 20", "-SGD 0.99≈ -$0.76, rate of Nov 20"]],
    ["SGD", "SGD", ["+SGD 25.00≈ $19, rate of Nov 20", "-SGD 0.99≈ -$0.76, rate of Nov 20"]],
    [
      "SGD",
      "CNY",
      ["+SGD 25.00≈ $19 ≈ CN¥136, rate of Nov 20", "-SGD 0.99≈ -$0.76 ≈ -CN¥5.38, rate of Nov 20"],
    ],
  ])("in %s is with %s shown as %o", async (currency, displayCurrency, expected) => {
    const { texts } = await showAmounts(displayCurrency, { currency });
    const spaced = () => texts().map((text) => text.replaceAll("\u00A0", " "));
    await expect.poll(spaced).toEqual(expected);
    expect(reads).toBe(1);
    await expectAccessible();
  });

  test("in US dollars stands alone with US dollars, and reads no rates", async () => {
    const { texts } = await showAmounts("USD");
    await settled();
    expect(texts()).toEqual(["+$25.00", "-$0.99"]);
    expect(reads).toBe(0);
  });

  test("stands alone for admins, whatever their display currency is", async () => {
    const { texts } = await showAmounts("HKD", { isAdmin: true });
    await settled();
    expect(texts()).toEqual(["+$25.00", "-$0.99"]);
    expect(reads).toBe(0);
  });

  test.each([
    ["without current rates", async () => ({ newest: null })],
    ["when they cannot be read", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("stands alone %s", async (_, read) => {
    const { texts } = await showAmounts("HKD", { read });
    await expect.poll(() => reads).toBeGreaterThan(0);
    await settled();
    expect(texts()).toEqual(["+$25.00", "-$0.99"]);
  });
});

test("an amount that is being typed is approximated once it is an amount", async () => {
  const { screen } = await showScreen({
    element: (
      <ul>
        {["25", "", "-25", "12a", "0"].map((amount) => (
          <li key={amount}>
            <TypedApproximation amount={amount} />
          </li>
        ))}
      </ul>
    ),
    path: "/",
    answers: {
      auth: { readSession: async () => sessionOf({ ...mei, displayCurrency: "HKD" }) },
      exchangeRates: { readExchangeRates: async () => ({ newest }) },
    },
  });
  const texts = () =>
    screen
      .getByRole("listitem")
      .elements()
      .map(({ textContent }) => textContent.replaceAll("\u00A0", " "));
  await expect.poll(texts).toEqual(["≈ HK$195, rate of Nov 20", "", "", "", ""]);
});
