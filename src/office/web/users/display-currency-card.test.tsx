import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { displayCurrencies, type DisplayCurrency } from "#platform/rules/money.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, sessionOf, superPlan } from "#test/screen/users.ts";
import SettingsPage from "./settings-page.tsx";

/** Shows the settings; the fake server stores the currency unless `isSaved` is false. */
async function showSettings(isSaved = true) {
  let displayCurrency: DisplayCurrency = "USD";
  const { screen } = await showScreen({
    element: <SettingsPage />,
    path: "/dashboard/settings",
    answers: {
      auth: {
        readSession: async () => sessionOf({ ...mei, displayCurrency }),
        readTwoFactor: async () => ({ isEnabled: false, enabledAt: null, backupCodesLeft: 0 }),
      },
      users: {
        updateDisplayCurrency: async (input) => {
          if (!isSaved) throw rejected("too_many_requests");
          ({ displayCurrency } = input);
          return input;
        },
      },
      plans: { readSubscription: async () => superPlan },
      exchangeRates: {
        readExchangeRates: async () => ({
          newest: {
            day: "2026-11-20",
            rates: {
              USD: "1.152",
              HKD: "8.9677",
              SGD: "1.5074",
              AUD: "1.7856",
              GBP: "0.88105",
              CAD: "1.624",
              CNY: "8.1934",
            },
          },
        }),
      },
    },
  });
  const field = screen.getByRole("combobox", { name: "Display currency" });
  await expect.element(field).toHaveValue("US Dollar (USD)");
  return { screen, field, stored: () => displayCurrency };
}

test("a chosen currency is saved, confirmed and shown beside the plan's price", async () => {
  const { screen, field, stored } = await showSettings();
  await expect.element(screen.getByText("$199.00 per month")).toBeVisible();
  await field.click();
  const options = () => screen.getByRole("option").elements();
  await expect.poll(options).toHaveLength(displayCurrencies.length);
  await screen.getByRole("option", { name: "Hong Kong Dollar (HKD)" }).click();
  await expect.element(page.getByText("Display currency updated")).toBeVisible();
  await expect.element(field).toHaveValue("Hong Kong Dollar (HKD)");
  expect(stored()).toBe("HKD");
  await expect.element(screen.getByText("≈ HK$1,549, rate of Nov 20")).toBeVisible();
  await expectAccessible();
});

test("a currency that could not be saved is reset", async () => {
  const { screen, field, stored } = await showSettings(false);
  await field.click();
  await screen.getByRole("option", { name: "Euro (EUR)" }).click();
  await expect.element(page.getByRole("alert").first()).toBeVisible();
  await expect.element(field).toHaveValue("US Dollar (USD)");
  expect(stored()).toBe("USD");
});
