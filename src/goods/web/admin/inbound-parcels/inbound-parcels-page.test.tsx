import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { noGoods } from "#goods/rules/goods-item.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { measured } from "#test/screen/parcels.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import InboundParcelsPage from "./inbound-parcels-page.tsx";

const declared: StaffInboundParcel = {
  id: "00000000-0000-4000-8000-000000000401",
  labelCode: "B7K2M9PX",
  packageId: "00000000-0000-4000-8000-000000000001",
  packageNumber: 1001,
  packageTrackingNumber: "SF1234567890123",
  trackingNumber: "YT5555666677778",
  piece: 1,
  carrierCode: null,
  carrierConfidence: null,
  source: "declared",
  state: "expected",
  removalAsked: null,
  shop: "云上茶具",
  orderReference: "203104050607",
  description: "Ceramic tea set",
  declaredValueMinor: 12_850,
  declaredCurrency: "CNY",
  warehouseName: "Hong Kong",
  courierDeliveredAt: null,
  receivedAt: null,
  measured: null,
  storage: null,
  thumbnailUrl: null,
  storageLocationCode: null,
  missingSince: null,
  createdAt: "2031-04-02T08:30:00.000Z",
  updatedAt: "2031-04-02T08:30:00.000Z",
  owner: {
    userId: "00000000-0000-4000-8000-000000000002",
    nameInitial: "M",
    memberCode: "S7K32QX",
    plan: "Super",
    email: "mei@example.com",
    accountState: "active",
  },
};
const unmatched: StaffInboundParcel = {
  ...declared,
  id: "00000000-0000-4000-8000-000000000402",
  labelCode: "C8N3P2QY",
  packageId: null,
  packageNumber: null,
  packageTrackingNumber: null,
  trackingNumber: null,
  source: "scanned",
  state: "received",
  owner: null,
};
const counts = {
  all: 2,
  awaited: 1,
  here: 1,
  unmatched: 1,
  overdue: 0,
  long_stored: 0,
  removal_asked: 0,
  proof_sent: 0,
  gone: 200,
};

function showPage(
  answers: NonNullable<FakeAnswers["inboundParcels"]> = {},
  address = "/admin/dashboard/inbound-parcels",
) {
  return showScreen({
    element: <InboundParcelsPage />,
    path: "/admin/dashboard/inbound-parcels",
    address,
    answers: {
      inboundParcels: {
        listAllInboundParcels: async () => ({ items: [declared, unmatched], total: 2, counts }),
        readAnyInboundParcel: async () => ({
          goodsItems: [],
          warnings: [],
          parcel: declared,
          images: [],
          carrierEvents: [],
          records: [],
          removal: null,
          proof: null,
          events: [
            {
              id: "1",
              kind: "declared",
              packageId: null,
              packageNumber: null,
              packageTrackingNumber: null,
              byStaff: false,
              actorEmail: "mei@example.com",
              createdAt: declared.createdAt,
            },
            {
              id: "2",
              kind: "put_into_package",
              packageId: declared.packageId,
              packageNumber: declared.packageNumber,
              packageTrackingNumber: declared.packageTrackingNumber,
              byStaff: false,
              actorEmail: null,
              createdAt: declared.createdAt,
            },
          ],
        }),
        ...answers,
      },
    },
  });
}

test("each parcel is listed with number or label code, package, owner and state", async () => {
  const { screen } = await showPage();
  const rows = screen.getByRole("row");
  for (const text of ["YT5555666677778", "In package SF1234567890123", "S7K3-2QX", "Awaited"]) {
    await expect.element(rows.nth(1).getByText(text)).toBeVisible();
  }
  for (const text of ["C8N3 P2QY", "Not in a package", "Owner unknown", "In storage"]) {
    await expect.element(rows.nth(2).getByText(text)).toBeVisible();
  }
  await expect.element(screen.getByRole("tab", { name: "Past 200+" })).toBeVisible();
  await expectAccessible();
});

test("a parcel that is here shows its shelf and since when it is missing, and one shelf can be listed alone", async () => {
  const stored = { ...unmatched, storageLocationCode: "A-03-1" };
  const missing = { ...stored, id: declared.id, missingSince: "2031-04-02T12:00:00.000Z" };
  const inputs: unknown[] = [];
  const { screen } = await showPage(
    {
      listAllInboundParcels: async (input) => {
        inputs.push(input.storageLocationId);
        return { items: [stored, missing], total: 2, counts };
      },
      readAnyInboundParcel: async () => ({
        goodsItems: [],
        warnings: [],
        parcel: missing,
        images: [],
        carrierEvents: [],
        records: [],
        removal: null,
        proof: null,
        events: [],
      }),
    },
    "/admin/dashboard/inbound-parcels?shelf=00000000-0000-4000-8000-000000000701&code=A-03-1",
  );
  const rows = screen.getByRole("row");
  await expect.element(rows.nth(1).getByText("Shelf A-03-1")).toBeVisible();
  await expect.element(rows.nth(2).getByText("Missing since Apr 2, 2031")).toBeVisible();
  await screen
    .getByRole("button", { name: /^View details/ })
    .nth(1)
    .click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByText("Missing since")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect.element(screen.getByText("On shelf A-03-1")).toBeVisible();
  await screen.getByRole("button", { name: "Show all parcels" }).click();
  await expect.poll(() => inputs.at(-1)).toBe(null);
  expect(inputs[0]).toBe("00000000-0000-4000-8000-000000000701");
});

test("the parcels of the filter are exported, with a count as far as the server counts", async () => {
  const { screen } = await showPage(
    { listAllInboundParcels: async () => ({ items: [declared], total: 200, counts }) },
    "/admin/dashboard/inbound-parcels?filter=gone",
  );
  const link = screen.getByRole("link", { name: "Export (200+)" });
  await expect.element(link).toBeVisible();
  const { pathname, searchParams } = new URL((link.element() as HTMLAnchorElement).href);
  expect([pathname, searchParams.get("filter")]).toEqual([
    "/api/admin/inbound-parcels/stock.csv",
    "gone",
  ]);
});

test("a role that does not see emails sees the first letter and the plan", async () => {
  const owner = declared.owner === null ? null : { ...declared.owner, email: null };
  const { screen } = await showPage({
    listAllInboundParcels: async () => ({ items: [{ ...declared, owner }], total: 1, counts }),
  });
  await expect.element(screen.getByText("M · Super")).toBeVisible();
});

test("a tab and a search ask the server, and the address keeps them", async () => {
  const inputs: unknown[] = [];
  const { screen } = await showPage({
    listAllInboundParcels: async (input) => {
      inputs.push(input);
      return { items: [], total: 0, counts };
    },
  });
  await screen.getByRole("tab", { name: /Unmatched/ }).click();
  await expect
    .element(screen.getByText("The owner of each parcel in the warehouse is known."))
    .toBeVisible();
  await screen.getByRole("textbox", { name: "Search inbound parcels" }).fill("7778");
  await expect.element(screen.getByText("No parcels match")).toBeVisible();
  expect(inputs.at(-1)).toMatchObject({ filter: "unmatched", search: "7778", page: 1 });
  await screen.getByRole("button", { name: "Show all" }).click();
  await expect.element(screen.getByText("No inbound parcels")).toBeVisible();
  await expect
    .element(screen.getByRole("textbox", { name: "Search inbound parcels" }))
    .toHaveValue("");
});

test("the details show what was declared and what happened, newest first", async () => {
  const { screen } = await showPage();
  await screen.getByRole("button", { name: "View details of YT5555666677778" }).click();
  const dialog = screen.getByRole("dialog", { name: "Inbound parcel YT5555666677778" });
  for (const text of ["云上茶具", "203104050607", "CNY 128.50", "Ceramic tea set", "B7K2 M9PX"]) {
    await expect.element(dialog.getByText(text)).toBeVisible();
  }
  const events = dialog.getByRole("listitem");
  await expect.element(events.nth(0).getByText("Put into package SF1234567890123")).toBeVisible();
  await expect.element(events.nth(1).getByText("Declared")).toBeVisible();
  await expect.element(events.nth(1).getByText(/^mei@example.com · /)).toBeVisible();
  await expectAccessible();
});

test("the details show what is inside line by line, and the description where it says something else", async () => {
  const cups = { ...noGoods, description: "Clay cups", quantity: 4 };
  const pots = {
    ...noGoods,
    description: "Stoneware teapots",
    descriptionOriginal: "紫砂壺",
    unitValueMinor: 12_900,
    currency: "CNY" as const,
  };
  const { screen } = await showPage({
    readAnyInboundParcel: async () => ({
      goodsItems: [cups, pots],
      warnings: [{ index: 1, kind: "stop_words", stopWords: ["Pots"] }],
      parcel: declared,
      images: [],
      carrierEvents: [],
      records: [],
      removal: null,
      proof: null,
      events: [],
    }),
  });
  await screen.getByRole("button", { name: "View details of YT5555666677778" }).click();
  const dialog = screen.getByRole("dialog", { name: "Inbound parcel YT5555666677778" });
  for (const text of [
    "4 × Clay cups",
    "1 × Stoneware teapots, CNY 129.00",
    "Pots says little by itself: customs may ask what it is",
    "Ceramic tea set",
  ]) {
    await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
  }
  await expectAccessible();
});

test("the details of a parcel that lies on its shelf offer to take off what was found in it", async () => {
  const found = { batteries: [], goods: ["lighter" as const] };
  const { screen } = await showPage({
    readAnyInboundParcel: async () => ({
      goodsItems: [],
      warnings: [],
      parcel: { ...unmatched, measured: { ...measured, found } },
      images: [],
      carrierEvents: [],
      records: [],
      removal: null,
      proof: null,
      events: [],
    }),
  });
  await screen.getByRole("button", { name: "View details of C8N3 P2QY" }).click();
  const details = screen.getByRole("dialog", { name: "Inbound parcel C8N3 P2QY" });
  await details.getByRole("button", { name: "Correct what was found" }).click();
  const dialog = screen.getByRole("dialog", { name: "Correct what was found" });
  await expect.element(dialog.getByRole("group", { name: "Found by us" })).toBeVisible();
});

test("a link to a parcel that does not exist says so", async () => {
  const { screen } = await showPage(
    { readAnyInboundParcel: () => Promise.reject(rejected("not_found")) },
    "/admin/dashboard/inbound-parcels?parcel=00000000-0000-4000-8000-000000000409",
  );
  await expect.element(screen.getByText("This parcel does not exist.")).toBeVisible();
});

test("a list that cannot be loaded offers to try again", async () => {
  let isBroken = true;
  const { screen } = await showPage({
    listAllInboundParcels: async () => {
      if (isBroken) throw rejected("unavailable");
      return { items: [declared], total: 1, counts };
    },
  });
  await expect.element(screen.getByText("Failed to load inbound parcels")).toBeVisible();
  isBroken = false;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("YT5555666677778")).toBeVisible();
});

test("on a phone a row has three lines, more only where an address is long, and can be touched as a whole", async () => {
  await page.viewport(390, 844);
  const owner = declared.owner && {
    ...declared.owner,
    email: "li.wei.with.a.long.name@subdomain.example.com",
  };
  const { screen } = await showPage({
    listAllInboundParcels: async () => ({
      items: [{ ...declared, owner }, unmatched],
      total: 2,
      counts,
    }),
  });
  const rows = screen.getByRole("row");
  await expect.element(rows.nth(2).getByText("Owner unknown")).toBeVisible();
  for (const [index, row] of rows.elements().slice(1).entries()) {
    const topOf = (selector: string) => row.querySelector(selector)?.getBoundingClientRect().top;
    expect(topOf("[data-place='below']")).toBeGreaterThan(topOf("[data-title]") ?? Infinity);
    expect(row.getBoundingClientRect().height).toBeLessThan(index === 0 ? 120 : 84);
    expect(topOf("[data-place='state']")).toBe(topOf("[data-title]"));
    expect(topOf("[data-place='below']")).toBe(topOf("[data-place='second']"));
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
