import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { brandSlug } from "#platform/rules/brand.ts";
import type { Stocktake, StocktakeDetails } from "#goods/contract/stocktakes.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import type { ApiClient } from "#app/web/api.ts";
import { forgetDesk } from "#ui/web/desk/desk-account.ts";
import { DeskOfAccount } from "#goods/web/receiving/receiving-outbox.tsx";
import { readCountMemory } from "./count-memory.ts";
import { openOutboxStore } from "#ui/web/desk/outbox-records.ts";
import StocktakePage from "./stocktake-page.tsx";

const warehouse = {
  id: "00000000-0000-4000-8000-000000000401",
  code: "HK1",
  name: "Kwun Tong",
};
const stocktake: Stocktake = {
  id: "00000000-0000-4000-8000-000000000601",
  warehouseId: warehouse.id,
  startedAt: "2031-04-02T08:30:00.000Z",
  finishedAt: null,
  locationsCount: 0,
  parcelsCount: 0,
};
const details: StocktakeDetails = {
  stocktake,
  locations: [],
  differences: [],
  missingCount: 0,
  misplacedCount: 0,
};
const misplaced: StocktakeDetails["differences"][number] = {
  inboundParcelId: "00000000-0000-4000-8000-000000000402",
  labelCode: "22222222",
  trackingNumber: "YT2",
  kind: "misplaced",
  recordedLocationCode: "B-01",
  foundLocationCode: "A-01",
};
const counted: StocktakeDetails = {
  stocktake: { ...stocktake, locationsCount: 1, parcelsCount: 2 },
  locations: [{ code: "A-01", recordedCount: 2, foundCount: 2 }],
  differences: [
    misplaced,
    {
      ...misplaced,
      inboundParcelId: "00000000-0000-4000-8000-000000000403",
      labelCode: "33333333",
      trackingNumber: null,
      kind: "missing",
      recordedLocationCode: "A-01",
      foundLocationCode: null,
    },
  ],
  missingCount: 1,
  misplacedCount: 1,
};

const parcels = [
  { labelCode: "23456789", trackingNumber: "SF1000000000001", storageLocationCode: "A-01" },
  { labelCode: "22222222", trackingNumber: "SF1000000000002", storageLocationCode: "B-01" },
  { labelCode: "33333333", trackingNumber: null, storageLocationCode: "A-01" },
  { labelCode: "44444444", trackingNumber: "SF1000000000004", storageLocationCode: "B-01" },
  { labelCode: "55555555", trackingNumber: "SF1000000000004", storageLocationCode: "B-01" },
];

type Recorded = Parameters<ApiClient["stocktakes"]["recordScans"]>[0];

const location = (code: string, isActive = true) => ({
  id: stocktake.id,
  warehouseId: warehouse.id,
  code,
  label: "",
  capacity: null,
  isActive,
  parcelsCount: 0,
  updatedAt: stocktake.startedAt,
});

async function showPage(
  answers: NonNullable<FakeAnswers["stocktakes"]> = {},
  options: { userId?: string; isOffline?: boolean } = {},
) {
  const recorded: Recorded[] = [];
  const lost = () => Promise.reject(new TypeError("Failed to fetch"));
  const online: FakeAnswers = {
    receiving: { listReceivingWarehouses: async () => ({ items: [warehouse] }) },
    storageLocations: {
      listStorageLocations: async () => ({
        items: [location("A-01"), location("B-01"), location("C-01", false)],
      }),
    },
    stocktakes: {
      listStocktakes: async () => ({ items: [] }),
      startStocktake: async () => stocktake,
      readStocktake: async () => details,
      listStoredParcels: async () => ({ items: parcels }),
      recordScans: async (input) => {
        recorded.push(input);
        return {
          notHere: input.items
            .map(({ labelCode }) => labelCode)
            .filter((one) => one === "99999999"),
          own: [],
        };
      },
      ...answers,
    },
  };
  const offline: FakeAnswers = {
    receiving: { listReceivingWarehouses: lost },
    storageLocations: { listStorageLocations: lost },
    stocktakes: { readStocktake: lost, listStoredParcels: lost, recordScans: lost },
  };
  const { screen } = await showScreen({
    element: (
      <DeskOfAccount userId={options.userId ?? "mei"} isSignedIn>
        <StocktakePage />
      </DeskOfAccount>
    ),
    path: "/admin/dashboard/stocktake",
    answers: options.isOffline === true ? offline : online,
  });
  const scan = async (text: string) => {
    await screen.getByRole("textbox", { name: "Scan a shelf or a parcel" }).fill(text);
    await userEvent.keyboard("{Enter}");
  };
  return { screen, scan, recorded };
}

const answerOf = () => document.querySelector("[data-outcome]");

beforeEach(async () => {
  localStorage.setItem(`${brandSlug}-receiving-desk`, JSON.stringify({ isMuted: true }));
  for (const name of ["desk-lists", "stocktake-outbox", "receiving-outbox"]) {
    indexedDB.deleteDatabase(`${brandSlug}-${name}`);
  }
  await page.viewport(1280, 800);
});

test("each scan is answered at once from the list, and what was found is sent by shelf", async () => {
  const { screen, scan, recorded } = await showPage();
  await screen.getByRole("button", { name: "Start stocktake" }).click();
  await expect.element(screen.getByText("Ready to scan")).toBeVisible();
  const rows: readonly (readonly [text: string, outcome: string, words: string])[] = [
    ["SF1000000000001", "stop", "Scan a shelf first. SF1000000000001 was not recorded."],
    ["SHELF:C-01", "stop", "This warehouse has no active shelf C-01."],
    ["a-01", "shelf", "Scan everything on this shelf."],
    ["SF1000000000001", "right", "SF1000000000001 is on its shelf."],
    ["https://sampan.example/a/22222222", "misplaced", "Belongs to B-01"],
    ["23456789", "repeated", "SF1000000000001 was scanned on this shelf already."],
    ["SF1000000000004", "stop", "Several parcels have the number SF1000000000004."],
    ["SF9999999999999", "unknown", "No parcel in this warehouse has “SF9999999999999”."],
    ["99999999", "not_here", "9999 9999 is not recorded as a parcel of this warehouse."],
  ];
  for (const [text, outcome, words] of rows) {
    await scan(text);
    expect([answerOf()?.getAttribute("data-outcome"), text]).toEqual([outcome, text]);
    expect(answerOf()?.textContent).toContain(words);
  }
  const shelf = screen.getByRole("region", { name: "Open shelf" });
  await expect.element(shelf.getByText("1 of 2 found", { exact: true })).toBeVisible();
  for (const text of ["1 parcel on the wrong shelf", "1 parcel not found yet", "3333 3333"]) {
    await expect.element(shelf.getByText(text)).toBeVisible();
  }
  await expectAccessible();
  await scan("B-01");
  await expect.element(screen.getByText("All scans are sent")).toBeVisible();
  expect(recorded.map(({ storageLocationCode }) => storageLocationCode)).toEqual(["A-01", "A-01"]);
  expect(recorded.flatMap(({ items }) => items.map(({ labelCode }) => labelCode))).toEqual([
    "23456789",
    "22222222",
    "99999999",
  ]);
});

test("a shelf on which nothing was scanned counts only when it is said to be empty", async () => {
  const { screen, scan, recorded } = await showPage();
  await screen.getByRole("button", { name: "Start stocktake" }).click();
  await scan("A-01");
  await scan("B-01");
  expect(answerOf()?.textContent).toContain("Nothing was scanned on A-01, so it is not counted.");
  await screen.getByRole("button", { name: "Shelf is empty" }).click();
  await expect.poll(() => recorded).toMatchObject([{ storageLocationCode: "B-01", items: [] }]);
});

test("without a network scans are kept over a reload, and sent once by their account", async () => {
  const first = await showPage();
  await first.screen.getByRole("button", { name: "Start stocktake" }).click();
  await first.scan("A-01");
  await expect.element(first.screen.getByText("Shelf A-01").first()).toBeVisible();
  await first.screen.unmount();

  const offline = await showPage({}, { isOffline: true });
  await offline.scan("23456789");
  expect(answerOf()?.getAttribute("data-outcome")).toBe("right");
  await offline.scan("22222222");
  await expect.element(offline.screen.getByText("2 scans not sent yet")).toBeVisible();
  await expect.element(offline.screen.getByText("Offline")).toBeVisible();
  await offline.screen.unmount();

  const other = await showPage({}, { userId: "other" });
  await expect.element(other.screen.getByText(/^2 scans of another account wait/)).toBeVisible();
  await other.screen.unmount();

  const online = await showPage();
  await expect.element(online.screen.getByText("All scans are sent")).toBeVisible();
  await expect.element(online.screen.getByText("1 of 2 found", { exact: true })).toBeVisible();
  expect(online.recorded.flatMap(({ items }) => items)).toHaveLength(2);
  expect(other.recorded).toEqual([]);
  await online.screen.unmount();

  await forgetDesk();
  expect(await readCountMemory("mei")).toBeNull();
  expect(await openOutboxStore(`${brandSlug}-stocktake-outbox`).list()).toHaveLength(2);
});

test("what the server did not accept is shown with its shelf until it is discarded", async () => {
  const { screen, scan } = await showPage({
    recordScans: () => Promise.reject(rejected("stocktake_finished")),
  });
  await screen.getByRole("button", { name: "Start stocktake" }).click();
  await scan("A-01");
  await scan("23456789");
  const alert = screen.getByRole("alert");
  await expect.element(alert.getByText("Scan these shelves again: A-01")).toBeVisible();
  await alert.getByRole("button", { name: "Discard" }).click();
  const discard = screen.getByRole("dialog").getByRole("button", { name: "Discard" });
  await expect.element(discard).toBeVisible();
  await expectAccessible();
  await discard.click();
  await expect.element(alert).not.toBeInTheDocument();
});

test("an own parcel is named for a colleague, and the others are recorded", async () => {
  const { screen, scan } = await showPage({
    recordScans: async ({ items }) => ({
      notHere: [],
      own: items.map(({ labelCode }) => labelCode).filter((one) => one === "23456789"),
    }),
  });
  await screen.getByRole("button", { name: "Start stocktake" }).click();
  await scan("A-01");
  await scan("23456789");
  const alert = screen.getByRole("alert");
  await expect.element(alert.getByText("2345 6789 is yours: a colleague does it.")).toBeVisible();
  expect(alert.getByText(/Scan these shelves again/).elements()).toHaveLength(0);
  await scan("33333333");
  await expect.element(screen.getByText("All scans are sent")).toBeVisible();
});

test("finishing says what it does, and then shows what was found", async () => {
  await page.viewport(390, 844);
  const finished: unknown[] = [];
  const answer = () => ({
    ...counted,
    stocktake: {
      ...counted.stocktake,
      finishedAt: finished.length === 0 ? null : "2031-04-02T10:00:00.000Z",
    },
  });
  const { screen } = await showPage({
    listStocktakes: async () => ({ items: [answer().stocktake] }),
    readStocktake: async () => answer(),
    finishStocktake: async (input) => {
      finished.push(input);
      return answer();
    },
  });
  await screen.getByRole("button", { name: "Join stocktake" }).click();
  await screen.getByRole("button", { name: /^Finish stocktake/ }).click();
  const dialog = screen.getByRole("dialog");
  for (const text of [
    /^1 misplaced parcel is moved/,
    /^1 missing parcel is marked/,
    /^1 shelf was not/,
  ]) {
    await expect.element(dialog.getByText(text)).toBeVisible();
  }
  await dialog.getByRole("switch").click();
  await expect.element(dialog.getByText(/^1 misplaced parcel stays/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Finish", exact: true }).click();
  const result = screen.getByRole("dialog", { name: "Stocktake" });
  await expect.element(result.getByText("Recorded on B-01, found on A-01")).toBeVisible();
  await expectAccessible();
  expect(finished).toEqual([{ stocktakeId: stocktake.id, movesMisplaced: false }]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
