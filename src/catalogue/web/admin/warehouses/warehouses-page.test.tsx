import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Warehouse } from "#catalogue/contract/warehouses.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei } from "#test/screen/users.ts";
import { warehouseFields } from "#test/warehouses.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import WarehousesPage from "./warehouses-page.tsx";

const kwunTong: Warehouse = {
  ...warehouseFields(),
  id: "00000000-0000-4000-8000-000000000401",
  createdAt: "2031-04-02T08:30:00.000Z",
  updatedAt: "2031-04-02T08:30:00.000Z",
};

/** Filling in every field takes long on a busy machine. */
const longForm = { timeout: 90_000 };

afterEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

function showPage(
  warehouses: NonNullable<FakeAnswers["warehouses"]>,
  colorScheme: "light" | "dark" = "light",
) {
  return showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <WarehousesPage />
      </DraftOwner>
    ),
    path: "/admin/dashboard/warehouses",
    answers: { warehouses },
    colorScheme,
  });
}

type Screen = Awaited<ReturnType<typeof showPage>>["screen"];

/** Fills in what a new warehouse needs. */
async function fillIn(screen: Screen) {
  const dialog = screen.getByRole("dialog");
  const fields = warehouseFields();
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(fields.name);
  await dialog.getByRole("textbox", { name: "Code", exact: true }).fill("hk1");
  for (const [section, language] of [
    ["Address: English", "en"],
    ["Address: 繁體中文", "zh-Hant-HK"],
    ["Address: 简体中文", "zh-Hans"],
  ] as const) {
    const region = dialog.getByRole("region", { name: section });
    const { province, city, district, street } = fields.address[language];
    await region.getByRole("textbox", { name: "Province or region" }).fill(province);
    await region.getByRole("textbox", { name: "City or area" }).fill(city);
    await region.getByRole("textbox", { name: "District" }).fill(district);
    await region.getByRole("textbox", { name: "Street address" }).fill(street);
  }
  await dialog.getByRole("textbox", { name: "Phone" }).fill(fields.phone);
  await dialog.getByRole("textbox", { name: "Postal code" }).fill(fields.postalCode);
  await dialog.getByRole("textbox", { name: "Closed days" }).fill("2026-12-26, 2026-12-25\n");
}

test("an empty list says what to do, and the first warehouse is entered", longForm, async () => {
  let items: Warehouse[] = [];
  const requests: unknown[] = [];
  const { screen } = await showPage({
    listWarehouses: async () => ({ items }),
    createWarehouse: async (input) => {
      requests.push(input);
      items = [kwunTong];
      return kwunTong;
    },
  });
  await expect.element(screen.getByText(/Customers have no address and cannot send/)).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Enter a warehouse" }).first().click();
  await fillIn(screen);
  await expectAccessible();
  await screen.getByRole("button", { name: "Save warehouse" }).click();
  await expect.element(screen.getByText("Warehouse entered")).toBeVisible();
  expect(requests).toEqual([warehouseFields()]);
  await expect
    .element(screen.getByText("12/F, 100 How Ming Street, Kwun Tong, Kowloon, Hong Kong"))
    .toBeVisible();
});

test("each wrong field is named, and nothing that was typed is lost", longForm, async () => {
  let isTaken = true;
  const { screen } = await showPage({
    listWarehouses: async () => ({ items: [] }),
    createWarehouse: async () => {
      if (isTaken) throw rejected("warehouse_code_taken");
      return kwunTong;
    },
  });
  await screen.getByRole("button", { name: "Enter a warehouse" }).first().click();
  const dialog = screen.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save warehouse" });
  await dialog.getByLabelText("Monday, closes").fill("");
  await dialog.getByLabelText("Tuesday, closes").fill("08:00");
  await dialog.getByRole("textbox", { name: "Recipient line" }).fill("{name}");
  await dialog.getByRole("textbox", { name: "Closed days" }).fill("25 December");
  await save.click();
  for (const sentence of [
    "Enter a name.",
    "Use 2 to 8 capital letters and digits.",
    "Enter both times, or none if it is closed.",
    "It closes before it opens.",
    "The recipient needs {code}, or nobody knows whose the parcel is.",
    "Write each date as 2026-12-25, at most 100.",
    "Enter a phone number.",
  ]) {
    await expect.element(dialog.getByText(sentence)).toBeVisible();
  }
  expect(dialog.getByText("Enter this part of the address.").elements()).toHaveLength(12);
  await expect.element(dialog.getByRole("textbox", { name: "Name", exact: true })).toHaveFocus();
  await expectAccessible();
  await dialog.getByLabelText("Monday, closes").fill("18:30");
  await dialog.getByLabelText("Tuesday, closes").fill("18:30");
  await dialog.getByRole("textbox", { name: "Recipient line" }).fill("{name} {code}");
  await fillIn(screen);
  await save.click();
  await expect
    .element(dialog.getByText("Another warehouse has this code. Choose a different one."))
    .toBeVisible();
  await expect.element(dialog.getByRole("textbox", { name: "Code", exact: true })).toHaveFocus();
  // What was typed comes back after the dialog was closed.
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Enter a warehouse" }).first().click();
  await expect
    .element(dialog.getByRole("textbox", { name: "Name", exact: true }))
    .toHaveValue("Kwun Tong");
  isTaken = false;
  await save.click();
  await expect.element(screen.getByText("Warehouse entered")).toBeVisible();
});

test(
  "another admin's change is shown beside the own one, which can be saved on top",
  longForm,
  async () => {
    const theirs = { ...kwunTong, phone: "+852 2345 0000", updatedAt: "2031-04-03T08:30:00.000Z" };
    const requests: { expectedVersion?: string | undefined; fields: object }[] = [];
    const { screen } = await showPage({
      listWarehouses: async () => ({ items: [kwunTong] }),
      updateWarehouse: async (input) => {
        requests.push(input);
        if (input.expectedVersion !== theirs.updatedAt) {
          throw rejected("conflict", { details: { current: theirs } });
        }
        return theirs;
      },
    });
    await screen.getByRole("button", { name: "Edit Kwun Tong" }).click();
    const dialog = screen.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Kwun Tong East");
    await dialog.getByRole("button", { name: "Save warehouse" }).click();
    await expect.element(dialog.getByText("Somebody else changed this warehouse")).toBeVisible();
    await expectAccessible();
    await dialog.getByRole("button", { name: "Save mine" }).click();
    await expect.element(screen.getByText("Warehouse updated")).toBeVisible();
    expect(requests.map(({ expectedVersion }) => expectedVersion)).toEqual([
      kwunTong.updatedAt,
      theirs.updatedAt,
    ]);
    // Their phone number stays.
    expect(requests[1]?.fields).toMatchObject({ name: "Kwun Tong East", phone: "+852 2345 0000" });
  },
);

test.each([1280, 390])(
  "at %i pixels a warning says what is missing while all warehouses are closed",
  async (width) => {
    await page.viewport(width, 844);
    const { screen } = await showPage(
      { listWarehouses: async () => ({ items: [{ ...kwunTong, isActive: false }] }) },
      "dark",
    );
    await expect.element(screen.getByText("Customers have no address")).toBeVisible();
    await expect.element(screen.getByText("Inactive")).toBeVisible();
    expect(screen.getByRole("button", { name: /^Edit/ }).elements()).toHaveLength(1);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await expectAccessible();
  },
);

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
