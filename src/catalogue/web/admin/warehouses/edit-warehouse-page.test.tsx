import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Warehouse, WarehouseFields } from "#catalogue/contract/warehouses.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { expectToFit } from "#test/screen/expect-to-fit.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei } from "#test/screen/users.ts";
import { kwunTong } from "#test/screen/warehouses.ts";
import { warehouseFields } from "#test/warehouses.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import EditWarehousePage from "./edit-warehouse-page.tsx";

const longForm = { timeout: 90_000 };

afterEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

async function showPage(
  options: {
    readonly items?: Warehouse[];
    readonly id?: string;
    readonly answers?: NonNullable<FakeAnswers["warehouses"]>;
    readonly colorScheme?: "light" | "dark";
  } = {},
) {
  const { items = [], id, answers = {}, colorScheme = "light" } = options;
  const list = "/admin/dashboard/warehouses";
  return await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <EditWarehousePage />
      </DraftOwner>
    ),
    path: id === undefined ? `${list}/new` : `${list}/:warehouseId`,
    address: id === undefined ? `${list}/new` : `${list}/${id}`,
    answers: { warehouses: { listWarehouses: async () => ({ items }), ...answers } },
    others: { [list]: <p>The list</p> },
    colorScheme,
  });
}

type Screen = Awaited<ReturnType<typeof showPage>>["screen"];
const textbox = (screen: Screen, name: string) =>
  screen.getByRole("textbox", { name, exact: true });
const save = (screen: Screen) => screen.getByRole("button", { name: "Save warehouse" });

const { en } = warehouseFields().address;

/** All that has to be typed. */
async function fillIn(screen: Screen) {
  await textbox(screen, "Name").fill("Kwun Tong");
  await textbox(screen, "Phone").fill("+852 2345 6789");
  await textbox(screen, "Province or region").fill(en.province);
  await textbox(screen, "City or area").fill(en.city);
  await textbox(screen, "District").fill(en.district);
  await textbox(screen, "Street address").fill(en.street);
}

test(
  "an address is typed once, the rest is filled in, and it is saved as not open yet",
  longForm,
  async () => {
    const requests: Pick<WarehouseFields, "address">[] = [];
    const other = { ...kwunTong, code: "HK1", name: "Other" };
    const { screen } = await showPage({
      items: [other],
      answers: {
        createWarehouse: async (input) => {
          requests.push(input);
          return kwunTong;
        },
      },
    });
    await expect.element(textbox(screen, "Name")).toHaveFocus();
    await expect.element(textbox(screen, "Code")).toHaveValue("HK2");
    await expectAccessible();
    await fillIn(screen);
    await save(screen).click();
    await expect.element(screen.getByText("Only staff see it until you open it.")).toBeVisible();
    await expect.element(screen.getByText("The list")).toBeVisible();
    const address = { en, "zh-Hant-HK": en, "zh-Hans": en };
    const saved = { code: "HK2", isActive: false, address, postalCode: "", closedDays: [] };
    expect(requests).toEqual([warehouseFields(saved)]);
  },
);

test("addresses in Chinese are added on demand, each whole or not at all", longForm, async () => {
  const requests: Pick<WarehouseFields, "address">[] = [];
  const { screen } = await showPage({
    answers: {
      createWarehouse: async (input) => {
        requests.push(input);
        return kwunTong;
      },
    },
  });
  await fillIn(screen);
  await screen.getByRole("button", { name: "Add the address in Chinese" }).click();
  const chinese = screen.getByRole("region", { name: "Address: 繁體中文" });
  await chinese.getByRole("textbox", { name: "City or area" }).fill("九龍");
  await save(screen).click();
  const left = "Enter this part too, or leave all four empty.";
  await expect.element(chinese.getByText(left).first()).toBeVisible();
  expect(screen.getByText(left).elements()).toHaveLength(3);
  const { province, district, street } = warehouseFields().address["zh-Hant-HK"];
  await chinese.getByRole("textbox", { name: "Province or region" }).fill(province);
  await chinese.getByRole("textbox", { name: "District" }).fill(district);
  await chinese.getByRole("textbox", { name: "Street address" }).fill(street);
  await save(screen).click();
  await expect.element(screen.getByText("The list")).toBeVisible();
  const address = { ...warehouseFields().address, "zh-Hans": en };
  expect(requests.map((fields) => fields.address)).toEqual([address]);
});

test(
  "opening hours are repeated in full while they are typed, and refused with what would be right",
  longForm,
  async () => {
    const { screen } = await showPage();
    const hours = textbox(screen, "Days and times");
    const read = screen.getByRole("list", { name: "Opening hours by day" });
    await expect.element(hours).toHaveValue("Mon–Fri 9:30–18:30");
    await hours.fill("Mon–Sat 9–19");
    await expect.element(read.getByText("Monday–Saturday: 09:00–19:00")).toBeVisible();
    await expect.element(read.getByText("Sunday: closed")).toBeVisible();
    await hours.fill("daily 9-24");
    await expect.element(read.getByText("Monday–Sunday: 09:00–24:00")).toBeVisible();
    // Nothing is wrong before the field is left.
    await hours.fill("Mon–Fri 9–12, 13–18");
    const isBreak = screen.getByText(/^“13–18” is a second time for the same days/);
    expect(isBreak.elements()).toEqual([]);
    await userEvent.keyboard("{Tab}");
    await expect.element(isBreak).toBeVisible();
    for (const [text, sentence] of [
      ["Mon–Sat 9–7", /^“Mon–Sat 9–7” closes before it opens/],
      ["Mon–Fri mornings", /^“Mon–Fri mornings” cannot be read\. .* such as Mon–Sat 9–19\.$/],
      ["Mon–Fri 9–18, Wed 10–12", /^Wednesday stands there twice/],
      ["", "Enter when it is open, such as Mon–Sat 9–19."],
    ] as const) {
      await hours.fill(text);
      await save(screen).click();
      await expect.element(screen.getByText(sentence)).toBeVisible();
      await expect.element(hours).toHaveAttribute("aria-invalid", "true");
    }
  },
);

test(
  "each wrong field is named, and what was typed is there after a reload",
  longForm,
  async () => {
    const taken = async () => {
      throw rejected("warehouse_code_taken");
    };
    const { screen } = await showPage({ answers: { createWarehouse: taken } });
    await textbox(screen, "Recipient line").fill("{name}");
    await textbox(screen, "Closed days").fill("25 December");
    await save(screen).click();
    for (const sentence of [
      "Enter a name.",
      "The recipient needs {code}, or nobody knows whose the parcel is.",
      "Write each date as 2026-12-25, at most 100.",
      "Enter a phone number.",
    ]) {
      await expect.element(screen.getByText(sentence)).toBeVisible();
    }
    expect(screen.getByText("Enter this part of the address.").elements()).toHaveLength(4);
    await expect.element(textbox(screen, "Name")).toHaveFocus();
    await expectAccessible();
    await textbox(screen, "Recipient line").fill("{name} {code}");
    await textbox(screen, "Closed days").fill("2026-12-25");
    await fillIn(screen);
    await save(screen).click();
    const sentence = "Another warehouse has this code. Choose a different one.";
    await expect.element(screen.getByText(sentence)).toBeVisible();
    await expect.element(textbox(screen, "Code")).toHaveFocus();
    await screen.unmount();
    const again = await showPage();
    await expect.element(textbox(again.screen, "Name")).toHaveValue("Kwun Tong");
    await expect.element(textbox(again.screen, "Street address")).toHaveValue(en.street);
  },
);

test(
  "another admin's change is shown beside the own one, which can be saved on top",
  longForm,
  async () => {
    const theirs = { ...kwunTong, phone: "+852 2345 0000", updatedAt: "2031-04-03T08:30:00.000Z" };
    const requests: { expectedVersion?: string | undefined; fields: object }[] = [];
    const { screen } = await showPage({
      items: [kwunTong],
      id: kwunTong.id,
      answers: {
        updateWarehouse: async (input) => {
          requests.push(input);
          if (input.expectedVersion !== theirs.updatedAt) {
            throw rejected("conflict", { details: { current: theirs } });
          }
          return theirs;
        },
      },
    });
    await textbox(screen, "Name").fill("Kwun Tong East");
    await save(screen).click();
    await expect.element(screen.getByText("Somebody else changed this warehouse")).toBeVisible();
    await expectAccessible();
    await screen.getByRole("button", { name: "Save mine" }).click();
    await expect.element(screen.getByText("Warehouse updated")).toBeVisible();
    expect(requests.map(({ expectedVersion }) => expectedVersion)).toEqual([
      kwunTong.updatedAt,
      theirs.updatedAt,
    ]);
    // Their phone number stays.
    expect(requests[1]?.fields).toEqual(
      warehouseFields({ name: "Kwun Tong East", phone: "+852 2345 0000" }),
    );
  },
);

test("only a warehouse that has been open can be closed in the form", async () => {
  const { screen } = await showPage({ items: [kwunTong], id: kwunTong.id });
  await expect.element(screen.getByLabelText("Shown to customers")).toBeVisible();
  await screen.unmount();
  const entered = { ...kwunTong, isActive: false, openedAt: null };
  const second = await showPage({ items: [entered], id: entered.id });
  await expect.element(textbox(second.screen, "Name")).toHaveValue("Kwun Tong");
  expect(second.screen.getByLabelText("Shown to customers").elements()).toEqual([]);
});

test("one that does not exist is said so, and a failed load can be retried", async () => {
  let isWell = false;
  const { screen } = await showPage({
    id: kwunTong.id,
    answers: {
      listWarehouses: async () => {
        if (!isWell) throw rejected("forbidden");
        return { items: [] };
      },
    },
  });
  await expect.element(screen.getByText("The warehouses could not be loaded")).toBeVisible();
  isWell = true;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("This warehouse does not exist")).toBeVisible();
});

test("the form fits phones in the dark", async () => {
  await page.viewport(390, 844);
  const { screen } = await showPage({ colorScheme: "dark" });
  await expect.element(textbox(screen, "Name")).toBeVisible();
  await expectToFit([390, 320]);
});
