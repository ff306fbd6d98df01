import { ORPCError } from "@orpc/client";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { noGoods, type GoodsItem } from "#goods/rules/goods-item.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { expectToFit } from "#test/screen/expect-to-fit.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { looseBatteryRule } from "#test/screen/goods-rule.ts";
import {
  savingGoods,
  showParcelGoods,
  teapots,
  type GoodsRead,
} from "#test/screen/parcel-goods.tsx";
import { expectedParcel, receivedParcel } from "#test/screen/parcels.ts";
import { airService } from "#test/screen/ship-requests.ts";
import { shownToasts } from "#test/screen/toasts.ts";
import { OfflineError } from "#ui/web/api.tsx";

afterEach(() => page.viewport(1280, 800));

// Nothing was said of a battery.
const { hsCodeSource: _source, battery: _unsaid, ...teapotsInput } = teapots;
const suggestedTeapots = {
  term: "紫砂壺",
  language: "zh-Hant-HK" as const,
  description: "Stoneware teapots",
  hsCode: "691200",
  flags: [],
};

const closedByBattery = [{ service: airService, reasons: [looseBatteryRule] }];

async function showGoods(
  goodsItems: readonly GoodsItem[],
  goods: FakeAnswers["goods"] = {},
  read: Partial<GoodsRead> = {},
) {
  return await showParcelGoods(() => ({ goodsItems, ...read }), goods);
}

test("goods are suggested while they are typed in any language, and saved with their code", async () => {
  const sent: unknown[] = [];
  const { screen } = await showGoods([], {
    suggestWords: async ({ text }) => ({
      items: text.includes("紫砂") ? [suggestedTeapots] : [],
    }),
    saveItems: savingGoods(sent),
  });
  await screen.getByRole("combobox", { name: "What it is" }).fill("紫砂壺");
  await screen.getByRole("option", { name: /Stoneware teapots/ }).click();
  await expect
    .element(screen.getByRole("combobox", { name: "What it is" }))
    .toHaveValue("Stoneware teapots");
  await screen.getByRole("textbox", { name: "How many" }).fill("2");
  await screen.getByRole("textbox", { name: "Price each" }).fill("129");
  await expectAccessible();
  await screen.getByRole("button", { name: "Save goods" }).click();
  await expect.poll(shownToasts).toContain("Goods saved");
  expect(sent).toEqual([
    {
      inboundParcelId: expectedParcel.id,
      items: [teapotsInput],
      isValueConfirmed: false,
      expectedVersion: [],
    },
  ]);
});

test("a line is added and removed, and one that is wrong is named", async () => {
  const sent: unknown[] = [];
  const { screen } = await showGoods([teapots], { saveItems: savingGoods(sent) });
  const values = screen.getByRole("textbox", { name: "Price each" });
  await expect.element(values).toHaveValue("129.00");
  await screen.getByRole("button", { name: "Add a line" }).click();
  await screen.getByRole("combobox", { name: "What it is" }).nth(1).fill("Cotton socks");
  await values.nth(1).fill("12,5");
  await screen.getByRole("textbox", { name: "How many" }).nth(1).fill("0");
  await screen.getByRole("button", { name: "Save goods" }).click();
  await expect.element(screen.getByText(/Please enter an amount such as 129.90/)).toBeVisible();
  await expect.element(screen.getByText("1 to 999, please.")).toBeVisible();
  expect(sent).toEqual([]);
  await screen.getByRole("button", { name: "Remove line 1" }).click();
  await values.fill("12.5");
  await screen.getByRole("textbox", { name: "How many" }).fill("3");
  await screen.getByRole("button", { name: "Save goods" }).click();
  await expect
    .poll(() => sent)
    .toMatchObject([
      {
        items: [
          { description: "Cotton socks", quantity: 3, unitValueMinor: 1_250, currency: "CNY" },
        ],
        expectedVersion: [teapots],
      },
    ]);
});

test("the rest of a line is behind a button", async () => {
  const sent: unknown[] = [];
  const { screen } = await showGoods([teapots], { saveItems: savingGoods(sent) });
  await screen.getByRole("button", { name: "More" }).click();
  await screen.getByRole("textbox", { name: "HS code" }).fill("6912");
  await screen.getByRole("textbox", { name: "Weight of all (g)" }).fill("640");
  await screen.getByRole("textbox", { name: "Name in the shop" }).fill("宜興紫砂壺");
  await expectAccessible();
  await screen.getByRole("button", { name: "Save goods" }).click();
  await expect.element(screen.getByText(/A code has 6, 8 or 10 digits/)).toBeVisible();
  await screen.getByRole("textbox", { name: "HS code" }).fill("6912.00");
  await screen.getByRole("button", { name: "Save goods" }).click();
  await expect
    .poll(() => sent)
    .toMatchObject([
      { items: [{ descriptionOriginal: "宜興紫砂壺", hsCode: "691200", netGrams: 640 }] },
    ]);
});

test("goods made in Hong Kong are asked about, since most are only sent from there", async () => {
  const { screen } = await showGoods([{ ...teapots, originCode: "HK" }]);
  await screen.getByRole("button", { name: "More" }).click();
  await expect
    .element(screen.getByRole("combobox", { name: "Made in" }))
    .toHaveAccessibleDescription("Made in Hong Kong, and not only sent from there?");
});

test("a description that customs refuses is named at its field", async () => {
  const message = "Customs does not accept “caps” alone. Say what it is, for example: Cotton caps.";
  const { screen } = await showGoods([], {
    saveItems: () =>
      Promise.reject(rejected("description_refused", { sentence: message, details: { index: 0 } })),
  });
  const field = screen.getByRole("combobox", { name: "What it is" });
  await field.fill("caps");
  await screen.getByRole("button", { name: "Save goods" }).click();
  await expect.element(field).toHaveAccessibleDescription(message);
  await expect.element(field).toHaveFocus();
});

test("what is missing is said", async () => {
  const { screen } = await showGoods([{ ...noGoods, descriptionOriginal: "某物" }]);
  await expect.element(screen.getByText(/Line 1 needs a description in English/)).toBeVisible();
  await expect.element(screen.getByText(/Line 1 needs the price that you paid/)).toBeVisible();
});

test("goods that were changed elsewhere are named, and can be replaced", async () => {
  const expected: unknown[] = [];
  const changed = {
    description: "Clay cups",
    descriptionOriginal: "",
    flags: ["lighter"],
  } as const;
  const current = [{ ...teapots, ...changed }];
  const { screen } = await showGoods([teapots], {
    saveItems: async ({ expectedVersion }) => {
      expected.push(expectedVersion);
      if (expected.length > 1) return { items: [teapots], warnings: [] };
      throw new ORPCError("conflict", { status: 409, data: { current } });
    },
  });
  await screen.getByRole("textbox", { name: "How many" }).fill("5");
  await screen.getByRole("button", { name: "Save goods" }).click();
  await expect
    .element(screen.getByText(/It now says: 2 × Clay cups, CNY\s258\.00 · Lighter/))
    .toBeVisible();
  await screen.getByRole("button", { name: "Save goods" }).click();
  await expect.poll(() => expected).toEqual([[teapots], current]);
});

test("what was declared last is added by a press", async () => {
  const { screen } = await showGoods([], {
    listRecentItems: async () => ({
      items: [teapots, { ...noGoods, description: "Cotton socks" }],
    }),
  });
  await screen.getByRole("button", { name: "Same as last time" }).click();
  await screen.getByRole("button", { name: "Stoneware teapots" }).click();
  await screen.getByRole("button", { name: "Cotton socks" }).click();
  const names = screen.getByRole("combobox", { name: "What it is" });
  await expect.element(names.nth(0)).toHaveValue("Stoneware teapots");
  await expect.element(names.nth(1)).toHaveValue("Cotton socks");
  await expectAccessible();
});

test("three kinds of goods are stated by key alone", async () => {
  const sent: unknown[] = [];
  const { screen } = await showGoods([], {
    suggestWords: async ({ text }) => ({
      items: text === "tea" ? [suggestedTeapots] : [],
    }),
    saveItems: savingGoods(sent),
  });
  const names = screen.getByRole("combobox", { name: "What it is" });
  await expect.element(names).toBeVisible();
  names.element().focus();
  await userEvent.keyboard("tea");
  await expect.element(screen.getByRole("option", { name: /Stoneware teapots/ })).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(names).toHaveValue("Stoneware teapots");
  await userEvent.keyboard("{Tab}4{Tab}12.50");
  // Past the currency and the rest of the line.
  await userEvent.keyboard("{Tab}{Tab}{Tab}{Tab}{Enter}");
  await expect.element(names.nth(1)).toHaveFocus();
  await userEvent.keyboard("Cotton socks{Tab}{Tab}3");
  // A line among several can also be removed.
  await userEvent.keyboard("{Tab}{Tab}{Tab}{Tab}{Tab}{Enter}");
  await expect.element(names.nth(2)).toHaveFocus();
  await userEvent.keyboard("Wool caps{Tab}2{Tab}9{Enter}");
  const common = { currency: "CNY", originCode: "CN" };
  await expect
    .poll(() => sent)
    .toMatchObject([
      {
        items: [
          { ...common, description: "Stoneware teapots", quantity: 4, unitValueMinor: 1_250 },
          { ...common, description: "Cotton socks", quantity: 1, unitValueMinor: 300 },
          { ...common, description: "Wool caps", quantity: 2, unitValueMinor: 900 },
        ],
      },
    ]);
});

test("where a line was removed, the focus is on the next one, or on the one before", async () => {
  const lines = ["Clay cups", "Tin cups", "Oak bowls"].map((description) => ({
    ...noGoods,
    description,
  }));
  const { screen } = await showGoods(lines);
  const names = screen.getByRole("combobox", { name: "What it is" });
  await screen.getByRole("button", { name: "Remove line 2" }).click();
  await expect.element(names.nth(1)).toHaveFocus();
  await expect.element(names.nth(1)).toHaveValue("Oak bowls");
  await screen.getByRole("button", { name: "Remove line 2" }).click();
  await expect.element(names).toHaveFocus();
  await expect.element(names).toHaveValue("Clay cups");
});

test("what closes services is said by a tap each, and a battery that is not known is asked for", async () => {
  const sent: unknown[] = [];
  const phone = { ...noGoods, description: "Smartphones", battery: "unknown" } as const;
  const { screen } = await showGoods([phone, teapots], { saveItems: savingGoods(sent) });
  await expect.element(screen.getByText(/Line 1: say whether there is a battery/)).toBeVisible();
  const first = screen.getByRole("group", { name: "Line 1" });
  await first.getByRole("button", { name: "Battery inside" }).click();
  await first.getByRole("button", { name: "Magnet" }).click();
  await first.getByRole("button", { name: "Food, plant, medicine" }).click();
  await first.getByRole("button", { name: "Medicine", exact: true }).click();
  const second = screen.getByRole("group", { name: "Line 2" });
  await second.getByRole("button", { name: "None of these" }).click();
  await expectAccessible();
  await screen.getByRole("button", { name: "Save goods" }).click();
  await expect
    .poll(() => sent)
    .toMatchObject([
      {
        items: [
          { battery: "installed", flags: ["magnet", "food", "medicine"] },
          { battery: "none", flags: [] },
        ],
      },
    ]);
});

test("a power bank is a loose battery once its suggestion is chosen, until something else stands there", async () => {
  const sent: unknown[] = [];
  const { screen } = await showGoods([], {
    suggestWords: async ({ text }) => ({
      items: text.startsWith("power")
        ? [
            {
              term: "power bank",
              language: "en",
              description: "Lithium-ion power banks",
              hsCode: "850760",
              flags: ["battery", "battery_loose"],
            },
          ]
        : [],
    }),
    saveItems: savingGoods(sent),
  });
  const name = screen.getByRole("combobox", { name: "What it is" });
  const line = screen.getByRole("group", { name: "Line 1" });
  const loose = line.getByRole("button", { name: "Loose battery" });
  await name.fill("power");
  await screen.getByRole("option", { name: /Lithium-ion power banks/ }).click();
  await expect.element(loose).toHaveAttribute("aria-pressed", "true");
  await screen.getByRole("button", { name: "Save goods" }).click();
  const described = { description: "Lithium-ion power banks", hsCode: "850760" };
  await expect
    .poll(() => sent)
    .toMatchObject([{ items: [{ ...described, battery: "loose", flags: [] }] }]);
  await name.fill("Paper lanterns");
  await expect.element(loose).not.toBeInTheDocument();
  await expect
    .element(line.getByRole("button", { name: "Battery inside" }))
    .toHaveAttribute("aria-pressed", "false");
});

test("goods that could not be saved stay in the form", async () => {
  const { screen } = await showGoods([], {
    saveItems: () => Promise.reject(new OfflineError()),
  });
  const name = screen.getByRole("combobox", { name: "What it is" });
  await name.fill("Clay cups");
  await screen.getByRole("button", { name: "Save goods" }).click();
  await expect.element(screen.getByText(/^You are offline\. Nothing was sent/)).toBeVisible();
  await expect.element(name).toHaveValue("Clay cups");
});

test("what was declared last says so where it cannot be read", async () => {
  const { screen } = await showGoods([], {
    listRecentItems: () => Promise.reject(rejected("unexpected")),
  });
  await screen.getByRole("button", { name: "Same as last time" }).click();
  await expect.element(screen.getByRole("alert")).toBeVisible();
});

test("goods fit on phones", async () => {
  await page.viewport(390, 800);
  const { screen } = await showGoods([teapots, { ...noGoods, description: "Cotton socks" }]);
  await expect.element(screen.getByRole("button", { name: "Save goods" })).toBeVisible();
  await expectToFit([390, 320], { height: 800 });
});

test("goods of a parcel that has left are read alone", async () => {
  const { screen } = await showGoods(
    [teapots],
    {},
    { parcel: { ...expectedParcel, state: "departed" } },
  );
  await expect.element(screen.getByText("2 × Stoneware teapots, CNY 258.00")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Save goods" })).not.toBeInTheDocument();
});

test("by how many services the goods go is said at once, and why not by the others one tap away", async () => {
  await page.viewport(320, 800);
  const surface = { ...airService, code: "surface", name: "Surface Mail" };
  const services: GoodsRead["services"] = {
    countryCode: "CA",
    count: 1,
    of: 3,
    refused: null,
    closed: [
      { service: airService, reasons: [{ ...looseBatteryRule, text: "Never by mail." }] },
      {
        service: surface,
        reasons: [
          looseBatteryRule,
          { ...looseBatteryRule, ruleId: "other", flag: "lighter" },
          { kind: "too_heavy", maximumGrams: 2_000 },
        ],
      },
    ],
  };
  const { screen } = await showGoods([teapots], {}, { services });
  await expect.element(screen.getByText("Goes by 1 of 3 services to Canada.")).toBeVisible();
  await expect.element(screen.getByText(/Never by mail/)).not.toBeVisible();
  await screen.getByText("Why 2 services do not take it").click();
  for (const text of [
    "Not with: Loose battery. Never by mail.",
    "Not with: Loose battery, Lighter.",
    "Too heavy: at most 2 kg.",
    // The same for all, so once.
    "Source of these rules: A notice of the carrier, as of Apr 1, 2031.",
  ])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await expectAccessible();
});

test.each([
  [
    "here",
    "everywhere",
    receivedParcel,
    /^It cannot be sent as it is\. Choose “Something is wrong” below/,
  ],
  ["on the way", "everywhere", expectedParcel, /^No service takes this: do not send it to us/],
  [
    "here",
    "there",
    receivedParcel,
    "It cannot be sent to Canada as it is. Services to other countries may take it.",
  ],
] as const)(
  "goods %s that services refuse %s lead to what can be done",
  async (_where, refused, parcel, text) => {
    const countryCode = refused === "there" ? ("CA" as const) : null;
    const services = { countryCode, count: 0, of: 1, refused, closed: closedByBattery };
    const { screen } = await showGoods([teapots], {}, { parcel, services });
    await expect.element(screen.getByText(text)).toBeVisible();
    await expect.element(screen.getByText(/^Goes by 0 of 1 service/)).toBeVisible();
  },
);

test("goods that go with a proof, which no service takes yet, are not called refused", async () => {
  const closed = [{ service: airService, reasons: [{ ...looseBatteryRule, needsProof: true }] }];
  const services = { countryCode: null, count: 0, of: 1, refused: null, closed };
  const { screen } = await showGoods([teapots], {}, { parcel: receivedParcel, services });
  await expect.element(screen.getByText("Goes by 0 of 1 service.")).toBeVisible();
  await expect.element(screen.getByText(/cannot be sent|No service takes/)).not.toBeInTheDocument();
});
