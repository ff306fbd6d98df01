import { expect, test } from "vitest";
import type { StoragePrices, StorageRatesOfDay } from "#goods/contract/storage.ts";
import { storagePlans } from "#goods/rules/storage-fee.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import StorageRatesPage from "./storage-rates-page.tsx";

function day(validFrom: string, createdByEmail: string | null, source: string): StorageRatesOfDay {
  const rates = storagePlans.map((plan, at) => ({
    plan,
    freeDays: at === 0 ? 14 : 30 * at,
    dayCents: 20,
    capCents: 2_000,
  }));
  const prices = { validFrom, stepGrams: 5_000, volumeDivisor: 6_000, rates, source };
  return { prices, createdByEmail, createdAt: "2031-04-02T08:30:00.000Z" };
}

const items = [
  day("2031-05-01", "may@example.com", "Decided in April"),
  day("2031-01-01", null, "The first prices"),
  day("2030-01-01", null, "Older prices"),
];

function showPage(storageRates: NonNullable<FakeAnswers["storageRates"]> = {}) {
  return showScreen({
    element: <StorageRatesPage />,
    path: "/admin/dashboard/storage-rates",
    answers: {
      storageRates: {
        listStorageRates: async () => ({
          items,
          total: 3,
          today: "2031-04-05",
          currentFrom: "2031-01-01",
        }),
        ...storageRates,
      },
    },
  });
}

test("prices are listed by day and plan, and which of them are valid", async () => {
  const { screen } = await showPage();
  const rows = screen.getByRole("row");
  await expect.element(rows.nth(1).getByText("May 1, 2031")).toBeVisible();
  await expect.element(rows.nth(1).getByText("Decided in April (may@example.com)")).toBeVisible();
  const states = ["Not yet valid", "Valid now", "Replaced"];
  for (const [at, state] of states.entries()) {
    await expect.element(rows.nth(at + 1).getByText(state)).toBeVisible();
  }
  await expect.element(rows.nth(2).getByText("14 days free")).toBeVisible();
  await expect
    .element(
      rows
        .nth(2)
        .getByText(/then \$0\.20 a day/)
        .first(),
    )
    .toBeVisible();
  await expectAccessible();
});

test("prices are added from a day on, and what is wrong or taken is said at its field", async () => {
  const requests: StoragePrices[] = [];
  const { screen } = await showPage({
    addStorageRates: async (input) => {
      requests.push(input);
      if (input.validFrom === "2031-05-01") throw rejected("storage_rates_exist");
      return { ...day("2031-06-01", null, ""), prices: input };
    },
  });
  await screen.getByRole("button", { name: "Add prices" }).click();
  const dialog = screen.getByRole("dialog", { name: "Add prices" });
  const add = dialog.getByRole("button", { name: "Add prices" });
  const field = (plan: string, name: string) =>
    dialog.getByRole("group", { name: plan }).getByRole("textbox", { name });
  await expect.element(field("Premium", "Free days")).toHaveValue("90");
  await field("Basic", "Free days").fill("1001");
  await field("Super", "At most").fill("0.10");
  await add.click();
  await expect.element(dialog.getByText("Choose a day.")).toBeVisible();
  await expect.element(dialog.getByText("Enter a source.")).toBeVisible();
  await expect.element(dialog.getByText(/^Enter a whole number of days/)).toBeVisible();
  await expectAccessible();
  await field("Basic", "Free days").fill("45");
  await dialog.getByLabelText(/^From/).fill("2031-05-01");
  await dialog.getByRole("textbox", { name: "Source" }).fill("Decided in April");
  await add.click();
  await expect
    .element(dialog.getByText("This should be at least the price of a day."))
    .toBeVisible();
  await field("Super", "At most").fill("25");
  await add.click();
  await expect.element(dialog.getByText(/have been added already/)).toBeVisible();
  await dialog.getByLabelText(/^From/).fill("2031-06-01");
  await add.click();
  await expect.element(screen.getByText("Storage prices added")).toBeVisible();
  expect(requests.map(({ validFrom }) => validFrom)).toEqual(["2031-05-01", "2031-06-01"]);
  expect(requests.at(-1)).toEqual({
    validFrom: "2031-06-01",
    stepGrams: 5_000,
    volumeDivisor: 6_000,
    rates: [
      { plan: null, freeDays: 14, dayCents: 20, capCents: 2_000 },
      { plan: "Basic", freeDays: 45, dayCents: 20, capCents: 2_000 },
      { plan: "Super", freeDays: 60, dayCents: 20, capCents: 2_500 },
      { plan: "Premium", freeDays: 90, dayCents: 20, capCents: 2_000 },
    ],
    source: "Decided in April",
  });
});

test("a failed load can be retried", async () => {
  let isWell = false;
  const { screen } = await showPage({
    listStorageRates: async () => {
      if (!isWell) throw rejected("unexpected");
      return { items, total: 3, today: "2031-04-05", currentFrom: null };
    },
  });
  await expect.element(screen.getByText("The storage prices could not be loaded")).toBeVisible();
  isWell = true;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("Older prices")).toBeVisible();
});
