import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Box, BoxFields } from "#shipping/contract/boxes.ts";
import type { ExtraServiceFacts } from "#shipping/contract/extra-services.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import PackingPricesPage from "./packing-prices-page.tsx";

const large: Box = {
  id: "00000000-0000-4000-8000-000000000701",
  warehouseId: null,
  names: { en: "Large", "zh-Hant-HK": "大號", "zh-Hans": "大号" },
  sidesMm: [400, 300, 250],
  emptyGrams: 400,
  priceCents: 120,
  isActive: true,
  validFrom: "2026-11-01",
  source: "The first prices",
  version: 1,
};

test("a box is named in each language, and a name that is missing is asked for where it belongs", async () => {
  await page.viewport(390, 844);
  const sent: BoxFields[] = [];
  const { screen } = await showScreen({
    element: <PackingPricesPage />,
    path: "/admin/dashboard/packing-prices",
    answers: {
      boxes: {
        listBoxes: async () => ({ items: [large], overWeightFeeCents: null }),
        updateBox: async ({ boxId: _id, expectedVersion: _version, ...fields }) => {
          sent.push(fields);
          return { ...large, ...fields, version: 2 };
        },
      },
      extraServices: { listExtraServicePrices: async () => ({ items: [] }) },
    },
  });
  await screen.getByRole("button", { name: "Edit Large" }).click();
  const dialog = screen.getByRole("dialog", { name: "Edit Large" });
  const name = (language: string) => dialog.getByRole("textbox", { name: `Name in ${language}` });
  await expect.element(name("Traditional Chinese")).toHaveValue("大號");
  await name("English").fill("Very large");
  await name("Simplified Chinese").fill("");
  await userEvent.keyboard("{Enter}");
  await expect.element(name("Simplified Chinese")).toHaveAccessibleDescription("Enter a name.");
  expect(sent).toEqual([]);
  await expectAccessible();
  await name("Simplified Chinese").fill("加大号");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("Very large", { exact: true })).toBeVisible();
  const { id: _id, version: _version, ...fields } = large;
  expect(sent).toEqual([
    { ...fields, names: { en: "Very large", "zh-Hant-HK": "大號", "zh-Hans": "加大号" } },
  ]);
});

test("a box that was sent without an answer is sent again under the same key", async () => {
  await page.viewport(1280, 800);
  const keys: string[] = [];
  const { screen } = await showScreen({
    element: <PackingPricesPage />,
    path: "/admin/dashboard/packing-prices",
    answers: {
      boxes: {
        listBoxes: async () => ({ items: [], overWeightFeeCents: null }),
        createBox: async ({ idempotencyKey, ...fields }) => {
          keys.push(idempotencyKey);
          if (keys.length === 1) throw new TypeError("Failed to fetch");
          return { ...large, ...fields };
        },
      },
      extraServices: { listExtraServicePrices: async () => ({ items: [] }) },
    },
  });
  await screen.getByRole("button", { name: "Add box" }).first().click();
  const dialog = screen.getByRole("dialog");
  const fill = async (name: string, text: string) =>
    await dialog.getByRole("textbox", { name, exact: true }).fill(text);
  await fill("Name in English", "Flat");
  await fill("Name in Traditional Chinese", "扁盒");
  await fill("Name in Simplified Chinese", "扁盒");
  await dialog.getByPlaceholder("40 30 25").fill("40 30 12");
  await dialog.getByRole("textbox", { name: /^Empty/ }).fill("100");
  await fill("Price", "0.50");
  await dialog.getByRole("textbox", { name: /ource/ }).fill("For flat things");
  const save = dialog.getByRole("button", { name: "Save" });
  await save.click();
  await expect.poll(() => keys).toHaveLength(1);
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(keys[1]).toBe(keys[0]);
});

const bubbleWrap: ExtraServiceFacts = {
  code: "bubble_wrap",
  names: { en: "Bubble wrap", "zh-Hant-HK": "氣泡膜", "zh-Hans": "气泡膜" },
  per: "package",
  priceCents: 110,
  freePlans: ["Premium"],
  promisedHours: 48,
  needsImages: false,
  canRefuse: true,
  isActive: true,
  validFrom: "2026-11-01",
  source: "The first prices",
  version: 3,
};

test("an extra service is priced anew, and a box above the plan is sent for a fee", async () => {
  await page.viewport(1280, 800);
  const prices: unknown[] = [];
  const fees: unknown[] = [];
  const { screen } = await showScreen({
    element: <PackingPricesPage />,
    path: "/admin/dashboard/packing-prices",
    answers: {
      boxes: {
        listBoxes: async () => ({ items: [], overWeightFeeCents: null }),
        setOverWeightFee: async (input) => {
          fees.push(input);
          return {};
        },
      },
      extraServices: {
        listExtraServicePrices: async () => ({ items: [bubbleWrap] }),
        updateExtraService: async ({ priceCents, expectedVersion }) => {
          prices.push({ priceCents, expectedVersion });
          return { ...bubbleWrap, priceCents, version: 4 };
        },
      },
    },
  });
  await screen.getByRole("button", { name: "Edit Bubble wrap" }).click();
  const service = screen.getByRole("dialog", { name: "Edit Bubble wrap" });
  const price = service.getByRole("textbox", { name: "Price" });
  await price.fill("a lot");
  await service.getByRole("button", { name: "Save" }).click();
  await expect.element(service.getByText(/^Enter an amount from \$0\.00/)).toBeVisible();
  await expectAccessible();
  await price.fill("1.50");
  await service.getByRole("button", { name: "Save" }).click();
  await expect.element(service).not.toBeInTheDocument();
  expect(prices).toEqual([{ priceCents: 150, expectedVersion: 3 }]);

  await screen.getByRole("button", { name: "Edit", exact: true }).click();
  const fee = screen.getByRole("dialog", { name: "Weight above the plan" });
  await fee.getByRole("switch", { name: "Send it for a fee" }).click();
  await fee.getByRole("textbox", { name: "Fee for each started 500 g" }).fill("0");
  await fee.getByRole("button", { name: "Save" }).click();
  await expect.element(fee.getByText(/^Enter an amount from \$0\.01/)).toBeVisible();
  await expectAccessible();
  await fee.getByRole("textbox", { name: "Fee for each started 500 g" }).fill("3.00");
  await fee.getByRole("button", { name: "Save" }).click();
  await expect.element(fee).not.toBeInTheDocument();
  expect(fees).toEqual([{ feeCents: 300, expectedVersion: null }]);
});
