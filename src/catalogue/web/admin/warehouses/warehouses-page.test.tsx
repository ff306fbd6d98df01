import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Warehouse } from "#catalogue/contract/warehouses.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { expectToFit } from "#test/screen/expect-to-fit.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { warehouseFields } from "#test/warehouses.ts";
import { kwunTong } from "#test/screen/warehouses.ts";
import WarehousesPage from "./warehouses-page.tsx";

afterEach(() => page.viewport(1280, 800));

function showPage(
  warehouses: NonNullable<FakeAnswers["warehouses"]>,
  colorScheme: "light" | "dark" = "light",
) {
  return showScreen({
    element: <WarehousesPage />,
    path: "/admin/dashboard/warehouses",
    answers: { warehouses },
    colorScheme,
  });
}

test("an empty list says what to do, and leads to the form", async () => {
  const { screen } = await showPage({ listWarehouses: async () => ({ items: [] }) });
  await expect.element(screen.getByText(/Only staff see it until you open it/)).toBeVisible();
  await expectAccessible();
  for (const link of screen.getByRole("link", { name: "Enter a warehouse" }).elements()) {
    expect(link.getAttribute("href")).toBe("/admin/dashboard/warehouses/new");
  }
});

test("one that is not open yet is opened once it is confirmed", async () => {
  const entered: Warehouse = { ...kwunTong, isActive: false, openedAt: null };
  let items = [entered];
  const requests: unknown[] = [];
  const { screen } = await showPage({
    listWarehouses: async () => ({ items }),
    updateWarehouse: async (input) => {
      requests.push(input);
      if (requests.length === 1) throw rejected("conflict", { details: { current: entered } });
      items = [kwunTong];
      return kwunTong;
    },
  });
  await expect.element(screen.getByText("Not open yet").first()).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "See what is left to set up" }))
    .toHaveAttribute("href", "/admin/dashboard");
  await expectAccessible();
  await screen.getByRole("button", { name: "Open Kwun Tong" }).click();
  const dialog = screen.getByRole("dialog", { name: "Open Kwun Tong to customers?" });
  await expect.element(dialog.getByText(/Customers then see its address/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(requests).toEqual([]);
  await screen.getByRole("button", { name: "Open Kwun Tong" }).click();
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect.element(screen.getByText("The warehouse was not opened")).toBeVisible();
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect.element(screen.getByText("Warehouse opened")).toBeVisible();
  expect(requests.at(-1)).toEqual({
    warehouseId: kwunTong.id,
    fields: warehouseFields({ isActive: true }),
    expectedVersion: kwunTong.updatedAt,
  });
  await expect.element(screen.getByText("Active", { exact: true })).toBeVisible();
  expect(screen.getByRole("button", { name: "Open Kwun Tong" }).elements()).toEqual([]);
});

test("a warning says what is missing while all warehouses are closed", async () => {
  const { screen } = await showPage(
    { listWarehouses: async () => ({ items: [{ ...kwunTong, isActive: false }] }) },
    "dark",
  );
  for (const width of [1280, 390]) {
    await page.viewport(width, 844);
    await expect.element(screen.getByText("Customers have no address")).toBeVisible();
    await expect.element(screen.getByText("Inactive")).toBeVisible();
    await expect
      .element(screen.getByRole("link", { name: "Edit Kwun Tong" }))
      .toHaveAttribute("href", `/admin/dashboard/warehouses/${kwunTong.id}`);
    expect(screen.getByRole("button", { name: /^Open/ }).elements()).toEqual([]);
    await expectToFit([width]);
  }
});

test("a failed load can be retried", async () => {
  let isWell = false;
  const { screen } = await showPage({
    listWarehouses: async () => {
      if (!isWell) throw rejected("forbidden");
      return { items: [kwunTong] };
    },
  });
  await expect.element(screen.getByText("The warehouses could not be loaded")).toBeVisible();
  isWell = true;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("Active", { exact: true })).toBeVisible();
});
