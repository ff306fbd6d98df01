import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { FreightCharge, FreightFigure } from "#office/contract/freight-figures.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import FreightPage from "./freight-page.tsx";

const toBritain: FreightFigure = {
  month: "2031-04",
  serviceCode: "hk-post-air",
  serviceName: "Hongkong Post air",
  countryCode: "GB",
  packagesCount: 3,
  freightCents: 7_530,
  rateCents: 7_510,
  storageCents: 120,
  boxCents: 300,
  extraServiceCents: 0,
};
const toJapan: FreightFigure = {
  ...toBritain,
  countryCode: "JP",
  packagesCount: 1,
  freightCents: 1_000,
  rateCents: 1_000,
};

const charge: FreightCharge = {
  transactionId: "00000000-0000-4000-8000-000000000801",
  userId: "00000000-0000-4000-8000-000000000811",
  packageId: "00000000-0000-4000-8000-000000000821",
  reference: "SR000123",
  trackingNumber: "RA123456785HK",
  part: "freight",
  chargedCents: 2_510,
  refundedCents: 110,
  rateCents: 2_400,
  chargedAt: "2031-04-02T08:30:00.000Z",
};

function showPage(
  freightFigures: NonNullable<FakeAnswers["freightFigures"]> = {},
  query = "?from=2031-03&to=2031-04",
) {
  return showScreen({
    element: <FreightPage />,
    path: "/admin/dashboard/freight",
    address: `/admin/dashboard/freight${query}`,
    answers: {
      freightFigures: {
        readFreightFigures: async () => ({ items: [toBritain, toJapan] }),
        ...freightFigures,
      },
    },
  });
}

test("freight stands against our rate, with totals, and a figure opens its charges", async () => {
  const asked: unknown[] = [];
  const { screen } = await showPage({
    listFreightCharges: async (input) => {
      asked.push(input);
      return { items: [charge], total: 1 };
    },
  });
  await expect
    .element(screen.getByLabelText("Total"))
    .toHaveTextContent("Freight$85.30Our rate$85.10Storage$2.40Boxes$6.00Extra services$0.00");
  const row = screen.getByRole("row", { name: /United Kingdom/ });
  await expect.element(row.getByText("+$0.20")).toBeVisible();
  await expectAccessible();
  await row
    .getByRole("button", {
      name: "$75.30: open the charges of Freight, Hongkong Post air → United Kingdom, Apr 2031",
    })
    .click();
  const dialog = screen.getByRole("dialog", {
    name: "Freight, Hongkong Post air → United Kingdom, Apr 2031",
  });
  await expect
    .element(dialog.getByRole("link", { name: "SR000123" }))
    .toHaveAttribute("href", `/admin/dashboard/shipments/${charge.packageId}`);
  for (const amount of ["$25.10", "$1.10", "$24.00"]) {
    await expect.element(dialog.getByText(amount)).toBeVisible();
  }
  await expectAccessible();
  expect(asked).toEqual([
    {
      month: "2031-04",
      serviceCode: "hk-post-air",
      countryCode: "GB",
      part: "freight",
      pageSize: 25,
    },
  ]);
});

test("the lanes of the months are exported", async () => {
  const { screen } = await showPage();
  const link = screen.getByRole("link", { name: "Export (2)" });
  await expect.element(link).toBeVisible();
  const { pathname, searchParams } = new URL((link.element() as HTMLAnchorElement).href);
  expect(pathname).toBe("/api/admin/freight-figures/freight.csv");
  expect([searchParams.get("from"), searchParams.get("to")]).toEqual(["2031-03", "2031-04"]);
});

test("months without packages say so, a wrong choice of months is named, and a failed load can be retried", async () => {
  let isWell = false;
  const asked: unknown[] = [];
  const { screen } = await showPage({
    readFreightFigures: async (input) => {
      if (!isWell) throw rejected("unexpected");
      asked.push(input);
      return { items: [] };
    },
  });
  await expect.element(screen.getByText("The figures could not be loaded.")).toBeVisible();
  isWell = true;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("Nothing was handed over in these months")).toBeVisible();
  await screen.getByLabelText("From").fill("2031-05");
  await expect
    .element(
      screen.getByText("Choose a first month that is not after the last, at most 24 months."),
    )
    .toBeVisible();
  await screen.getByLabelText("From").fill("2031-02");
  await expect.element(screen.getByText("Nothing was handed over in these months")).toBeVisible();
  expect(asked).toEqual([
    { from: "2031-03", to: "2031-04" },
    { from: "2031-02", to: "2031-04" },
  ]);
});

test("nothing is wider than a phone", async () => {
  await page.viewport(390, 844);
  const { screen } = await showPage();
  await expect.element(screen.getByText("Hongkong Post air → Japan")).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await expectAccessible();
});
