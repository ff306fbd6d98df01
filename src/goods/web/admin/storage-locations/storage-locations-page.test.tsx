import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { StorageLocation } from "#goods/contract/storage.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei } from "#test/screen/users.ts";
import { PermissionsContext, type WorkName } from "#ui/web/permissions.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import StorageLocationsPage from "./storage-locations-page.tsx";

const warehouseId = "00000000-0000-4000-8000-000000000401";
const hongKong = { id: warehouseId, code: "HK1", name: "Kwun Tong" };
const shenzhen = { ...hongKong, id: mei.id, code: "SZ1", name: "Shenzhen" };

function location(code: string, changes: Partial<StorageLocation> = {}): StorageLocation {
  return {
    id: `00000000-0000-4000-8000-${code.replaceAll("-", "").padStart(12, "0").toLowerCase()}`,
    warehouseId,
    code,
    label: "",
    capacity: null,
    isActive: true,
    parcelsCount: 0,
    updatedAt: "2031-04-02T08:30:00.000Z",
    ...changes,
  };
}

const items = [
  location("A-01-1", { parcelsCount: 12, capacity: 40, label: "Left of the entrance" }),
  location("A-01-2", { parcelsCount: 1 }),
  location("B-01-1", { isActive: false }),
];

afterEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

async function showPage(
  answers: NonNullable<FakeAnswers["storageLocations"]> = {},
  options: { warehouses?: (typeof hongKong)[]; permitted?: (work: WorkName) => boolean } = {},
) {
  const { screen } = await showScreen({
    element: (
      <PermissionsContext value={options.permitted ?? (() => true)}>
        <DraftOwner value={mei.id}>
          <StorageLocationsPage />
        </DraftOwner>
      </PermissionsContext>
    ),
    path: "/admin/dashboard/storage-locations",
    answers: {
      receiving: {
        listReceivingWarehouses: async () => ({ items: options.warehouses ?? [hongKong] }),
      },
      storageLocations: { listStorageLocations: async () => ({ items }), ...answers },
    },
  });
  return screen;
}

test("the locations of a warehouse are listed with their parcels, and found by code or label", async () => {
  const screen = await showPage();
  const rows = screen.getByRole("row");
  for (const text of ["A-01-1", "Left of the entrance", "12 of 40 parcels", "Active"]) {
    await expect.element(rows.nth(1).getByText(text)).toBeVisible();
  }
  await expect.element(rows.nth(2).getByText("1 parcel")).toBeVisible();
  await expect.element(rows.nth(3).getByText("Inactive")).toBeVisible();
  await expectAccessible();
  const search = screen.getByRole("textbox", { name: "Search storage locations" });
  await search.fill("entrance");
  await expect.element(rows.nth(2)).not.toBeInTheDocument();
  await search.fill("none like this");
  await screen.getByRole("button", { name: "Show all" }).click();
  await expect.element(rows.nth(3)).toBeVisible();
});

test("a range is counted as it is typed; codes that exist are left out, and a wrong line says why", async () => {
  const inputs: unknown[] = [];
  const screen = await showPage({
    createStorageLocations: async (input) => {
      inputs.push(input);
      return { items: [] };
    },
  });
  await screen.getByRole("button", { name: "Add storage locations" }).click();
  const dialog = screen.getByRole("dialog");
  const codes = dialog.getByRole("textbox", { name: "Codes" });
  await codes.fill("a-01-1 … A-01-4\nA_9");
  const preview = dialog.getByRole("status", { name: "Preview" });
  await expect.element(preview.getByText("A-01-3, A-01-4")).toBeVisible();
  await expect
    .element(preview.getByText("2 codes exist already and are left out: A-01-1, A-01-2"))
    .toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Add 2" }).click();
  await expect.element(dialog.getByText(/^Line 2: "A_9" is not a code/)).toBeVisible();
  await expect.element(codes).toHaveAttribute("aria-invalid", "true");
  expect(inputs).toEqual([]);
  await codes.fill("a-01-1 … A-01-4");
  await dialog.getByRole("textbox", { name: "Capacity" }).fill("40");
  await dialog.getByRole("button", { name: "Add 2" }).click();
  await expect.element(screen.getByText("2 storage locations added")).toBeVisible();
  expect(inputs).toEqual([
    {
      warehouseId,
      items: [
        { code: "A-01-3", capacity: 40 },
        { code: "A-01-4", capacity: 40 },
      ],
    },
  ]);
});

test("an edit on top of another manager's keeps what was typed, and saves it on the newer version", async () => {
  const theirs = location("A-01-1", {
    label: "Right of the entrance",
    capacity: 40,
    parcelsCount: 12,
    updatedAt: "2031-04-02T09:00:00.000Z",
  });
  const inputs: unknown[] = [];
  const screen = await showPage({
    updateStorageLocation: async (input) => {
      inputs.push(input);
      if (inputs.length === 1) throw rejected("conflict", { details: { current: theirs } });
      return theirs;
    },
  });
  await screen.getByRole("button", { name: "Edit storage location A-01-1" }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Capacity" }).fill("50");
  await dialog.getByRole("switch", { name: "Active" }).click();
  await dialog.getByRole("button", { name: "Save storage location" }).click();
  await expect
    .element(dialog.getByText("Somebody else changed this storage location"))
    .toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Save mine" }).click();
  await expect.element(screen.getByText("Storage location saved")).toBeVisible();
  expect(inputs.at(-1)).toEqual({
    storageLocationId: items[0]?.id,
    expectedVersion: theirs.updatedAt,
    fields: { code: "A-01-1", label: theirs.label, capacity: 50, isActive: false },
  });
});

test("labels of one, some or all that are listed are printed, and a failure keeps the choice", async () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(window);
  const inputs: unknown[] = [];
  const screen = await showPage(
    {
      printLabels: async (input) => {
        inputs.push([input.storageLocationIds.length, input.storageLocationIds[0], input.format]);
        if (inputs.length === 1) throw rejected("busy");
        return new File(["%PDF-1.3"], "shelf-labels.pdf");
      },
    },
    { permitted: (work) => work === "receiving" },
  );
  await screen.getByRole("textbox", { name: "Search storage locations" }).fill("A-01");
  await expect.element(screen.getByText("B-01-1")).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Print labels" }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "All that are listed (2)" }).click();
  await dialog.getByRole("button", { name: "Print", exact: true }).click();
  await expect.element(dialog.getByText("Choose at least one storage location.")).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("checkbox", { name: "A-01-2" }).click();
  await dialog.getByRole("button", { name: "Print 1 label" }).click();
  await expect.element(screen.getByText("The label was not printed")).toBeVisible();
  await dialog.getByRole("button", { name: "Print 1 label" }).click();
  await expect.poll(() => opened.mock.calls.length).toBe(1);
  await dialog.getByRole("checkbox", { name: "All that are listed (2)" }).click();
  await dialog.getByRole("button", { name: "Download ZPL" }).click();
  await expect
    .poll(() => inputs)
    .toEqual([
      [1, items[1]?.id, "pdf"],
      [1, items[1]?.id, "pdf"],
      [2, items[0]?.id, "zpl"],
    ]);
  opened.mockRestore();
});

test("a receiver reads the list and changes nothing", async () => {
  const screen = await showPage({}, { permitted: (work) => work === "receiving" });
  await expect.element(screen.getByText("A-01-1")).toBeVisible();
  expect(screen.getByRole("button", { name: /Edit|Add/ }).elements()).toEqual([]);
});

test("the list follows the chosen warehouse", async () => {
  const asked: string[] = [];
  const screen = await showPage(
    {
      listStorageLocations: async (input) => {
        asked.push(input.warehouseId);
        return { items: input.warehouseId === warehouseId ? items : [] };
      },
    },
    { warehouses: [hongKong, shenzhen] },
  );
  await screen.getByRole("combobox", { name: "Warehouse" }).click();
  await screen.getByRole("option", { name: "Shenzhen (SZ1)" }).click();
  await expect.element(screen.getByText("No storage locations")).toBeVisible();
  expect(asked.at(-1)).toBe(shenzhen.id);
});

test("without an active warehouse that is said, and what cannot be loaded can be tried again", async () => {
  const empty = await showPage({}, { warehouses: [] });
  await expect.element(empty.getByText("No active warehouse")).toBeVisible();
  await empty.unmount();
  let isBroken = true;
  const screen = await showPage({
    listStorageLocations: async () => {
      if (isBroken) throw rejected("invalid_input");
      return { items };
    },
  });
  await expect.element(screen.getByText("Failed to load storage locations")).toBeVisible();
  isBroken = false;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("A-01-1")).toBeVisible();
});

test("on a phone a row has at most three lines and can be touched as a whole", async () => {
  await page.viewport(390, 844);
  const screen = await showPage();
  const rows = screen.getByRole("row");
  await expect.element(rows.nth(3)).toBeVisible();
  for (const row of rows.elements().slice(1)) {
    const { height } = row.getBoundingClientRect();
    expect(height).toBeGreaterThanOrEqual(44);
    expect(height).toBeLessThan(100);
  }
  await screen.getByRole("button", { name: "Print labels" }).click();
  const close = screen.getByRole("dialog").getByRole("button", { name: "Close" });
  await expect.element(close).toBeVisible();
  const { width, height } = close.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
