import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { ServiceVersionSummary } from "#catalogue/contract/shipping-services.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { acceptedServices } from "#test/seeded-services.ts";
import EditServicePage from "./edit-service-page.tsx";
import ServicePage from "./service-page.tsx";
import ServicesPage from "./services-page.tsx";

const today = "2031-04-05";
const [seeded] = acceptedServices;
if (seeded === undefined) throw new Error("There is no seeded service.");
const { id: _id, code, version: _version, ...details } = seeded;

const ids = [1, 2].map((number) => `00000000-0000-4000-8000-00000000090${number}`);

function summary(version: number, changes: Partial<ServiceVersionSummary> = {}) {
  return {
    ...details,
    name: details.names.en,
    id: ids[version - 1] ?? "",
    code,
    version,
    validFrom: "2031-01-01",
    createdByEmail: "may@example.com",
    createdAt: "2031-01-01T08:30:00.000Z",
    ...changes,
  };
}

const second = {
  ...details,
  maximumSideMm: 1500,
  includedCoverCents: 5000,
  rates: details.rates.map((table, place) =>
    place === 0
      ? {
          ...table,
          bands: table.bands.map((band) => ({ ...band, priceCents: band.priceCents + 100 })),
        }
      : table,
  ),
};

const answers = {
  listShippingServices: async () => ({
    today,
    items: [{ code, current: summary(1), later: [summary(2, { validFrom: "2031-05-01" })] }],
  }),
  listServiceVersions: async () => ({
    today,
    currentId: ids[0] ?? null,
    items: [summary(2, { validFrom: "2031-05-01" }), summary(1, { createdByEmail: null })],
  }),
  readServiceVersion: async ({ serviceId }: { serviceId: string }) => ({
    id: serviceId,
    code,
    version: serviceId === ids[0] ? 1 : 2,
    details: serviceId === ids[0] ? details : second,
  }),
} satisfies FakeAnswers["shippingServices"];

function show(element: ReactNode, path: string, more: FakeAnswers = {}, address = path) {
  return showScreen({
    element,
    path,
    address,
    answers: { ...more, shippingServices: { ...answers, ...more.shippingServices } },
  });
}

test("services are listed with the version that counts, and the one that follows", async () => {
  const { screen } = await show(<ServicesPage />, "/admin/dashboard/services");
  const row = screen.getByRole("row").nth(1);
  await expect.element(row.getByText("hk-post-air · Hong Kong Post")).toBeVisible();
  await expect.element(row.getByText("Open")).toBeVisible();
  await expect.element(row.getByText("Version 2 from May 1, 2031")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Export rates" }))
    .toHaveAttribute("href", "/api/admin/rates/rates.csv");
  await expectAccessible();
});

const servicePath = "/admin/dashboard/services/:serviceCode";
const serviceAddress = `/admin/dashboard/services/${code}`;

test("a service shows its terms and prices, and what differs between two versions", async () => {
  const { screen } = await show(<ServicePage />, servicePath, {}, serviceAddress);
  await expect.element(screen.getByText(/Version 2 replaces what is shown here/)).toBeVisible();
  await expect.element(screen.getByText("1 g", { exact: true }).first()).toBeVisible();
  const rates = screen.getByRole("table", { name: "Rates" });
  await expect.element(rates.getByText(/^Up to 0\.5 kg: SGD\s65\.00$/)).toBeVisible();
  await expect.element(rates.getByText(/SGD\s30\.00 for each started 0\.5 kg/)).toBeVisible();
  const facts = screen.getByRole("table", { name: "Changed facts" });
  await expect.element(facts.getByRole("row", { name: /Longest side.*150 cm/ })).toBeVisible();
  const names = "Hong Kong Post air / 香港郵政空郵 / 香港邮政航空";
  await expect.element(screen.getByText(names)).toBeVisible();
  const prices = screen.getByRole("table", { name: "Prices that differ" });
  await expect
    .element(
      prices.getByRole("row", {
        name: /Singapore and Malaysia.*0\.5 kg.*SGD\s65\.00.*SGD\s66\.00/,
      }),
    )
    .toBeVisible();
  await expectAccessible();
});

test("closing adds a version that changes nothing else, from a day on and with a reason", async () => {
  const requests: unknown[] = [];
  const { screen } = await show(
    <ServicePage />,
    servicePath,
    {
      shippingServices: {
        addServiceVersion: async (input) => {
          requests.push(input);
          return summary(3);
        },
      },
    },
    serviceAddress,
  );
  await screen.getByRole("button", { name: "Close service" }).click();
  const dialog = screen.getByRole("dialog");
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  await reason.fill(" ");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByText(/^Say where it was published/)).toBeVisible();
  await expectAccessible();
  await reason.fill("The post stopped");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("Service closed")).toBeVisible();
  expect(requests).toEqual([
    {
      code,
      expectedVersion: 2,
      keepsRates: true,
      details: {
        ...second,
        rates: [],
        isActive: false,
        validFrom: today,
        source: "The post stopped",
      },
    },
  ]);
});

test("editing shows everything, names every wrong field, and sends the whole version", async () => {
  const requests: unknown[] = [];
  const { screen } = await show(
    <EditServicePage />,
    "/admin/dashboard/services/:serviceCode/edit",
    {
      shippingServices: {
        addServiceVersion: async (input) => {
          requests.push(input);
          if (requests.length === 1) throw rejected("conflict");
          return summary(3);
        },
      },
    },
    `${serviceAddress}/edit`,
  );
  const bands = screen.getByRole("textbox", { name: "Weight bands" }).first();
  await expect.element(bands).toHaveValue("500 66.00\n1000 96.00\n1500 126.00\n2000 156.00");
  const save = screen.getByRole("button", { name: "Save as a new version" });
  const name = screen.getByRole("textbox", { name: "Name in Simplified Chinese" });
  await expect.element(name).toHaveValue("香港邮政航空");
  await name.fill(" ");
  await bands.fill("500 66.00\n1000 1e9");
  await screen.getByRole("textbox", { name: "Countries" }).first().fill("SG XX");
  await save.click();
  await expect.element(screen.getByText(/Line 2, “1000 1e9”, should be/)).toBeVisible();
  await expect.element(name).toHaveAccessibleDescription("Enter a name.");
  await name.fill("香港邮政空运");
  await expect.element(screen.getByText("XX is not the code of a country.")).toBeVisible();
  await bands.fill("1000 96.00\n500 66.00");
  await screen.getByRole("textbox", { name: "Countries" }).first().fill("sg, my");
  await screen.getByRole("textbox", { name: "Source" }).fill("Price list of 2031");
  await save.click();
  await expect
    .element(screen.getByText("Each band should be heavier than the one before."))
    .toBeVisible();
  expect(requests).toEqual([]);
  await bands.fill("500 66.00\n1000 65.00");
  await expect.element(screen.getByText(/^Up to 1 kg costs less/)).toBeVisible();
  await bands.fill("500 66.00\n1000 96.00");
  await screen.getByRole("button", { name: "Add surcharge" }).click();
  await screen.getByRole("textbox", { name: "Percent" }).fill("12.5");
  await screen
    .getByLabelText(/^Valid from/)
    .nth(1)
    .fill("2031-06-01");
  await save.click();
  await expect.element(screen.getByText(/^Someone else changed this/)).toBeVisible();
  await save.click();
  await expect.element(screen.getByText("Version added")).toBeVisible();
  const [table, ...others] = second.rates;
  expect(requests[1]).toEqual({
    code,
    expectedVersion: 2,
    keepsRates: false,
    details: {
      ...second,
      names: { ...second.names, "zh-Hans": "香港邮政空运" },
      validFrom: today,
      source: "Price list of 2031",
      rates: [{ ...table, bands: table?.bands.slice(0, 2) }, ...others],
      surcharges: [{ kind: "fuel_percent", amount: 1250, condition: {}, validFrom: "2031-06-01" }],
    },
  });
});

test("a copy begins with everything but the code, the day and the source", async () => {
  const requests: unknown[] = [];
  const { screen } = await show(
    <EditServicePage />,
    "/admin/dashboard/services/new",
    {
      shippingServices: {
        addServiceVersion: async (input) => {
          requests.push(input);
          return summary(1);
        },
      },
    },
    `/admin/dashboard/services/new?copy=${code}`,
  );
  await expect
    .element(screen.getByRole("heading", { name: "Copy Hong Kong Post air" }))
    .toBeVisible();
  const codeField = screen.getByRole("textbox", { name: "Code" });
  await expect.element(codeField).toHaveValue("");
  await expect.element(screen.getByRole("textbox", { name: "Source" })).toHaveValue("");
  await expect.element(screen.getByLabelText(/^Valid from/)).toHaveValue(today);
  await expectAccessible();
  await codeField.fill("line-us");
  await screen.getByRole("button", { name: "Add service" }).click();
  await expect.element(screen.getByText("Service added")).toBeVisible();
  const copied = { ...second, validFrom: today, source: "" };
  expect(requests).toEqual([
    { code: "line-us", expectedVersion: 0, keepsRates: false, details: copied },
  ]);
});

test("a table that is pasted from a spreadsheet becomes the lines of the bands, with its step", async () => {
  const { screen } = await show(<EditServicePage />, "/admin/dashboard/services/new");
  const bands = screen.getByRole("textbox", { name: "Weight bands" });
  await bands.fill("250 50.00");
  const paste = (text: string) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    bands.element().dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(paste("500 65.00")).toBe(false);
  expect(paste("Weight (kg)\tSGD\t\t\n0.5\t65\t\t\n1\t95\t0.5\t30")).toBe(true);
  await expect.element(bands).toHaveValue("250 50.00\n500 65.00\n1000 95.00");
  await expect
    .element(screen.getByRole("textbox", { name: "Step above the last band (g)" }))
    .toHaveValue("500");
  await expect
    .element(screen.getByRole("textbox", { name: "Price of each started step" }))
    .toHaveValue("30.00");
});

const manyBands = Array.from({ length: 2_001 }, (_, index) => ({
  upToGrams: index + 1,
  priceCents: 100 + index,
}));
const imported = {
  ...details,
  rates: [{ countries: ["US" as const], bands: manyBands, step: null }],
};

test("editing a service with thousands of bands keeps them, and shows how many there are", async () => {
  const requests: unknown[] = [];
  const { screen } = await show(
    <EditServicePage />,
    "/admin/dashboard/services/:serviceCode/edit",
    {
      shippingServices: {
        readServiceVersion: async ({ serviceId }) => ({
          id: serviceId,
          code,
          version: 2,
          details: imported,
        }),
        addServiceVersion: async (input) => {
          requests.push(input);
          return summary(3);
        },
      },
    },
    `${serviceAddress}/edit`,
  );
  await expect.element(screen.getByText(/^This version has 2,001 weight bands/)).toBeVisible();
  await expect
    .element(screen.getByRole("textbox", { name: "Weight bands" }))
    .not.toBeInTheDocument();
  const save = screen.getByRole("button", { name: "Save as a new version" });
  await screen.getByRole("combobox", { name: "Offered" }).click();
  await screen.getByRole("option", { name: "No", exact: true }).click();
  await save.click();
  await expect.element(screen.getByText(/^Say where it was published/)).toBeVisible();
  await screen.getByRole("combobox", { name: "Offered" }).click();
  await screen.getByRole("option", { name: "Yes", exact: true }).click();
  // Nobody asks why where it stays offered.
  await save.click();
  await expect.element(screen.getByText("Version added")).toBeVisible();
  expect(requests).toEqual([
    {
      code,
      expectedVersion: 2,
      keepsRates: true,
      details: { ...imported, rates: [], validFrom: today, source: "" },
    },
  ]);
});

test("a copy of a service with thousands of bands has them too", async () => {
  const requests: unknown[] = [];
  const { screen } = await show(
    <EditServicePage />,
    "/admin/dashboard/services/new",
    {
      shippingServices: {
        readServiceVersion: async ({ serviceId }) => ({
          id: serviceId,
          code,
          version: 2,
          details: imported,
        }),
        addServiceVersion: async (input) => {
          requests.push(input);
          return summary(1);
        },
      },
    },
    `/admin/dashboard/services/new?copy=${code}`,
  );
  await screen.getByRole("textbox", { name: "Code" }).fill("line-us");
  await screen.getByRole("button", { name: "Add service" }).click();
  await expect.element(screen.getByText("Service added")).toBeVisible();
  expect(requests).toEqual([
    {
      code: "line-us",
      expectedVersion: 0,
      keepsRates: true,
      ratesOf: ids[1],
      details: { ...imported, rates: [], validFrom: today, source: "" },
    },
  ]);
});
