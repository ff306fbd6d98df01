import { afterEach, describe, expect, test } from "vitest";
import { noGoods } from "#goods/rules/goods-item.ts";
import { page } from "vitest/browser";
import type { FoundNumber } from "#goods/contract/inbound-parcels.ts";
import type { EuroRates } from "#catalogue/rules/exchange-rate.ts";
import type { ListedPackage } from "#goods/contract/packages.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import {
  expectedParcel,
  foundNumber,
  listOf,
  openPackage,
  receivedParcel,
} from "#test/screen/parcels.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { shownToasts } from "#test/screen/toasts.ts";
import { mei } from "#test/screen/users.ts";
import { OfflineError } from "#ui/web/api.tsx";
import { removeDraftsOf } from "#ui/web/drafts.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import { DeclareCard } from "./declare-card.tsx";

afterEach(async () => {
  removeDraftsOf(mei.id);
  await page.viewport(1280, 800);
});

const { hsCodeSource: _ofCode, battery: _unsaid, ...noGoodsInput } = noGoods;

type Declared = Parameters<
  NonNullable<NonNullable<FakeAnswers["inboundParcels"]>["declareInboundParcels"]>
>[0];

const numbersOf = (count: number) =>
  Array.from({ length: count }, (_, index) => foundNumber(`SF41000000000${index + 10}`));

async function showCard(
  answers: FakeAnswers["inboundParcels"] = {},
  options: { found?: FoundNumber[]; packages?: readonly ListedPackage[] } = {},
  rates?: Readonly<Record<string, string>>,
) {
  const declared: Declared[] = [];
  const { screen } = await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <DeclareCard />
      </DraftOwner>
    ),
    path: "/dashboard/parcels",
    answers: {
      packages: { listPackages: async () => listOf(options.packages ?? []) },
      exchangeRates: {
        readExchangeRates: async () => ({
          newest: rates === undefined ? null : { day: "2031-04-01", rates: rates as EuroRates },
        }),
      },
      inboundParcels: {
        readPasted: async () => ({
          items: options.found ?? [foundNumber("SF4000000000001"), foundNumber("SF4000000000002")],
          repeatedCount: 0,
          leftOutCount: 0,
        }),
        declareInboundParcels: async (input) => {
          declared.push(input);
          return { items: input.items.map(() => expectedParcel), inOtherPackages: [] };
        },
        ...answers,
      },
    },
  });
  const field = screen.getByRole("textbox", { name: "Text with tracking numbers" });
  await expect.element(field).toBeVisible();
  const find = async (text: string) => {
    await field.fill(text);
    await screen.getByRole("button", { name: "Find tracking numbers" }).click();
  };
  return { screen, field, find, declared };
}

describe("pasted text", () => {
  test("shows its numbers with carriers that can be changed, and declares those that stay", async () => {
    const { screen, field, find, declared } = await showCard();
    await find("順豐 SF4000000000001 and SF4000000000002");
    const chips = screen.getByRole("list", { name: "Found tracking numbers" });
    await expect.element(chips.getByText("SF4000000000001")).toBeVisible();
    await expect.element(screen.getByText("2 tracking numbers found.")).toBeVisible();
    await expect.element(field).toHaveValue("");
    await expectAccessible();
    await chips.getByRole("button", { name: "Remove SF4000000000002" }).click();
    const carrier = chips.getByRole("combobox", { name: "Carrier of SF4000000000001" });
    await expect.element(carrier).toHaveValue("sf-express");
    await carrier.selectOptions("dhl");
    await screen.getByRole("button", { name: "Declare 1 parcel", exact: true }).click();
    await expect.poll(shownToasts).toContainEqual(expect.stringMatching(/^1 parcel declared/));
    expect(declared.map(({ items, packageId }) => ({ items, packageId }))).toEqual([
      { items: [{ trackingNumber: "SF4000000000001", carrierCode: "dhl" }], packageId: null },
    ]);
    await expect.element(chips).not.toBeInTheDocument();
  });

  test("shows the goods that it names, and declares them with shop and order", async () => {
    const goods = {
      ...noGoods,
      description: "Stoneware teapots",
      quantity: 2,
      unitValueMinor: 12_900,
      currency: "CNY",
      hsCode: "691200",
    } as const;
    const said = { shop: "Tea House", orderReference: "40012345" };
    const cost = { declaredValueMinor: 25_800, declaredCurrency: "CNY" } as const;
    const goodsItems = [{ ...goods, hsCodeSource: "suggested" as const }];
    const { screen, find, declared } = await showCard(
      {},
      { found: [foundNumber("SF4000000000001", { ...said, ...cost, goodsItems })] },
    );
    await find("an order page");
    const chips = screen.getByRole("list", { name: "Found tracking numbers" });
    await expect.element(chips.getByText("2 × Stoneware teapots, CNY 258.00")).toBeVisible();
    await expectAccessible();
    await screen.getByRole("button", { name: "Declare 1 parcel", exact: true }).click();
    const { hsCodeSource: _source, ...sent } = goods;
    const number = { trackingNumber: "SF4000000000001", carrierCode: null };
    await expect
      .poll(() => declared[0]?.items)
      .toEqual([{ ...number, ...said, ...cost, goodsItems: [sent] }]);
  });

  test("sends what it says that all cost with goods that were changed since", async () => {
    const goods = {
      ...noGoods,
      description: "Stoneware teapots",
      unitValueMinor: 12_900,
      currency: "CNY",
    } as const;
    const said = { declaredValueMinor: 12_900, declaredCurrency: "CNY" } as const;
    const { screen, find, declared } = await showCard(
      {},
      { found: [foundNumber("SF4000000000001", { ...said, goodsItems: [goods] })] },
    );
    await find("an order page");
    await screen.getByRole("button", { name: "What is inside? SF4000000000001" }).click();
    const dialog = screen.getByRole("dialog", { name: "What is inside?" });
    await dialog.getByRole("textbox", { name: "Price each" }).fill("9");
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect.element(screen.getByText("1 × Stoneware teapots, CNY 9.00")).toBeVisible();
    await screen.getByRole("button", { name: "Declare 1 parcel", exact: true }).click();
    await expect
      .poll(() => declared[0]?.items)
      .toMatchObject([{ ...said, goodsItems: [{ unitValueMinor: 900, currency: "CNY" }] }]);
  });

  test("takes what is inside, line by line, for each number", async () => {
    const { screen, find, declared } = await showCard();
    await find("SF4000000000001 SF4000000000002");
    await screen.getByRole("button", { name: "What is inside? SF4000000000002" }).click();
    const dialog = screen.getByRole("dialog", { name: "What is inside?" });
    const name = dialog.getByRole("combobox", { name: "What it is" });
    await expect.element(name).toHaveFocus();
    await name.fill("Cotton socks");
    await dialog.getByRole("textbox", { name: "How many" }).fill("3");
    await dialog.getByRole("textbox", { name: "Price each" }).fill("12.5");
    await expectAccessible();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(screen.getByText("3 × Cotton socks, CNY 37.50")).toBeVisible();
    await screen.getByRole("button", { name: "Declare 2 parcels", exact: true }).click();
    const socks = { quantity: 3, unitValueMinor: 1_250, currency: "CNY" };
    await expect
      .poll(() => declared[0]?.items)
      .toEqual([
        { trackingNumber: "SF4000000000001", carrierCode: null },
        {
          trackingNumber: "SF4000000000002",
          carrierCode: null,
          goodsItems: [{ ...noGoodsInput, ...socks, description: "Cotton socks" }],
        },
      ]);
  });

  test("whose prices look too low is asked about, and what was paid is confirmed with it", async () => {
    const goods = { ...noGoods, description: "Stoneware teapots", currency: "CNY" } as const;
    const ordered = foundNumber("SF4000000000001", {
      goodsItems: [{ ...goods, quantity: 2, unitValueMinor: 12_900 }],
      declaredValueMinor: 25_800,
      declaredCurrency: "CNY",
    });
    const { screen, find, declared } = await showCard(
      {},
      { found: [ordered] },
      { CNY: "8", USD: "1" },
    );
    await find("an order page");
    const open = screen.getByRole("button", { name: "What is inside? SF4000000000001" });
    await open.click();
    const dialog = screen.getByRole("dialog", { name: "What is inside?" });
    const price = dialog.getByRole("textbox", { name: "Price each" });
    const paid = dialog.getByRole("checkbox", { name: "This is what I paid" });
    await price.fill("20");
    await expect.element(dialog.getByText(/^This is far less than you declared/)).toBeVisible();
    await price.fill("1");
    await expect.element(dialog.getByText(/^Line 1 costs less than half/)).toBeVisible();
    await paid.click();
    await expectAccessible();
    await dialog.getByRole("button", { name: "Done" }).click();
    await open.click();
    await expect.element(paid).toBeChecked();
    await dialog.getByRole("button", { name: "Done" }).click();
    await screen.getByRole("button", { name: "Declare 1 parcel", exact: true }).click();
    await expect
      .poll(() => declared[0]?.items)
      .toMatchObject([
        { declaredValueMinor: 25_800, declaredCurrency: "CNY", isValueConfirmed: true },
      ]);
  });

  test("opens the goods whose description customs refuses, and says why there", async () => {
    const message = "Customs does not accept “caps” alone. Say what it is, for example: Wool caps.";
    const details = { numberIndex: 1, index: 1, reason: "stop_words", better: ["Wool caps"] };
    const caps = ["Clay cups", "caps"].map((description) => ({ ...noGoods, description }));
    const { screen, find } = await showCard(
      {
        declareInboundParcels: () =>
          Promise.reject(rejected("description_refused", { sentence: message, details })),
      },
      {
        found: [
          foundNumber("SF4000000000001"),
          foundNumber("SF4000000000002", { goodsItems: caps }),
        ],
      },
    );
    await find("two orders");
    await screen.getByRole("button", { name: "Declare 2 parcels", exact: true }).click();
    const dialog = screen.getByRole("dialog", { name: "What is inside?" });
    await expect.element(dialog.getByText("SF4000000000002")).toBeVisible();
    const refused = dialog.getByRole("combobox", { name: "What it is" }).nth(1);
    await expect.element(refused).toHaveAccessibleDescription(message);
    await expect.element(refused).toHaveFocus();
    await refused.fill("Wool caps");
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect.element(screen.getByText("1 × Clay cups")).toBeVisible();
    await expect.element(screen.getByText("1 × Wool caps")).toBeVisible();
  });

  test("goes into an open package, with what is loose; what is elsewhere stays there", async () => {
    const loose = { inboundParcelId: expectedParcel.id };
    const elsewhere = { inboundParcelId: receivedParcel.id, packageTrackingNumber: "YT88" };
    const { screen, find, declared } = await showCard(
      {},
      {
        found: [
          foundNumber("SF4000000000001", loose),
          foundNumber("SF4000000000002", elsewhere),
          foundNumber("SF4000000000003"),
        ],
        packages: [openPackage],
      },
    );
    await find("three numbers");
    await expect.element(screen.getByText("Already declared", { exact: true })).toBeVisible();
    await expect.element(screen.getByText("Already in package YT88")).toBeVisible();
    await expect.element(screen.getByRole("button", { name: "Declare 1 parcel" })).toBeVisible();
    await screen.getByRole("combobox", { name: "Package" }).click();
    await screen.getByRole("option", { name: /^P-1001 · SF1234567890123 · United States/ }).click();
    await expect.element(screen.getByText(/It will be put into the package/)).toBeVisible();
    await screen.getByRole("button", { name: "Put 2 parcels into the package" }).click();
    await expect.poll(() => declared.length).toBe(1);
    expect(declared[0]?.packageId).toBe(openPackage.id);
    expect(declared[0]?.items.map(({ trackingNumber }) => trackingNumber)).toEqual([
      "SF4000000000001",
      "SF4000000000003",
    ]);
  });

  test("whose numbers are all declared leaves nothing to do", async () => {
    const { screen, find } = await showCard(
      {},
      { found: [foundNumber("SF4000000000001", { inboundParcelId: expectedParcel.id })] },
    );
    await find("SF4000000000001");
    await expect.element(screen.getByText(/These parcels are declared already/)).toBeVisible();
    await expect.element(screen.getByRole("button", { name: /^Declare/ })).not.toBeInTheDocument();
  });
});

describe("text that cannot be used stays, with a sentence", () => {
  test("without a number", async () => {
    const { screen, field, find } = await showCard({}, { found: [] });
    await find("Thank you, dear!");
    await expect
      .element(screen.getByRole("alert").getByText(/We found no tracking number in this text/))
      .toBeVisible();
    await expect.element(field).toHaveValue("Thank you, dear!");
    await expectAccessible();
  });

  test("with more than 100,000 characters, which are not sent", async () => {
    let calls = 0;
    const { screen, field } = await showCard({
      readPasted: async () => {
        calls += 1;
        return { items: [], repeatedCount: 0, leftOutCount: 0 };
      },
    });
    const text = "SF4000000000001 ".repeat(6_500);
    const element = field.element() as HTMLTextAreaElement;
    element.focus();
    const transfer = new DataTransfer();
    transfer.setData("text/plain", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true }));
    await field.fill(text);
    await expect.element(screen.getByText(/paste at most 100,000 characters/)).toBeVisible();
    await expect.element(field).toHaveValue(text);
    expect(calls).toBe(0);
  });

  test("with more than 50 numbers, of which the first 50 are shown", async () => {
    const { screen, field, find } = await showCard({
      readPasted: async () => ({ items: numbersOf(50), repeatedCount: 1, leftOutCount: 12 }),
    });
    await find("many numbers");
    const sentence = screen.getByText(
      /^50 tracking numbers found\. .* The text has 12 more numbers\./,
    );
    await expect.element(sentence).toBeVisible();
    expect(screen.getByRole("listitem").elements()).toHaveLength(50);
    await expect.element(field).toHaveValue("many numbers");
    await expect.element(screen.getByRole("button", { name: "Declare 50 parcels" })).toBeVisible();
  });

  test("without a connection", async () => {
    const { screen, field, find } = await showCard({
      readPasted: () => Promise.reject(new OfflineError()),
    });
    await find("SF4000000000001");
    await expect.element(screen.getByText("You are offline. Nothing was sent.")).toBeVisible();
    await expect.element(field).toHaveValue("SF4000000000001");
  });
});

test("a number that nothing recognises is taken when it stands alone", async () => {
  const { screen, find, declared } = await showCard({}, { found: [] });
  await find("ab-123456");
  await expect.element(screen.getByText("AB-123456")).toBeVisible();
  await screen.getByRole("button", { name: "Declare 1 parcel", exact: true }).click();
  await expect.poll(() => declared.length).toBe(1);
  expect(declared[0]?.items).toEqual([{ trackingNumber: "AB-123456", carrierCode: null }]);
});

test("numbers that were not declared are still there after a reload, and after a failure", async () => {
  const keys: string[] = [];
  const fails: FakeAnswers["inboundParcels"] = {
    declareInboundParcels: async ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      throw keys.length === 1 ? new OfflineError() : rejected("too_many_inbound_parcels");
    },
  };
  const first = await showCard(fails);
  await first.find("two numbers");
  const declare = first.screen.getByRole("button", { name: "Declare 2 parcels" });
  await declare.click();
  await expect.element(first.screen.getByText(/^You are offline\. Nothing was sent/)).toBeVisible();
  await declare.click();
  await expect
    .element(first.screen.getByText(/You can have at most 500 expected parcels/).first())
    .toBeVisible();
  // Without an answer the same request is repeated.
  expect(keys[0]).toBe(keys[1]);
  await first.screen.unmount();
  const { screen } = await showCard();
  await expect.element(screen.getByText("SF4000000000002")).toBeVisible();
  await screen.getByRole("button", { name: "Discard all" }).click();
  await expect.element(screen.getByText("SF4000000000002")).not.toBeInTheDocument();
});

test("after a lost answer and a reload it is the same request, other numbers or an answer make another", async () => {
  const keys: string[] = [];
  const answers: FakeAnswers["inboundParcels"] = {
    declareInboundParcels: async ({ idempotencyKey, items }) => {
      keys.push(idempotencyKey);
      if (keys.length < 4) throw new TypeError("Failed to fetch");
      return { items: items.map(() => expectedParcel), inOtherPackages: [] };
    },
  };
  const declare = async (count: number, parcels = 2) => {
    const shown = await showCard(answers);
    if (keys.length % 4 === 0) await shown.find("two numbers");
    if (parcels === 1) {
      await shown.screen.getByRole("button", { name: "Remove SF4000000000002" }).click();
    }
    const name = parcels === 1 ? "Declare 1 parcel" : `Declare ${parcels} parcels`;
    await shown.screen.getByRole("button", { name, exact: true }).click();
    await expect.poll(() => keys).toHaveLength(count);
    return shown.screen;
  };
  await (await declare(1)).unmount();
  await (await declare(2)).unmount();
  expect(keys[1]).toBe(keys[0]);
  await (await declare(3, 1)).unmount();
  expect(keys[2]).not.toBe(keys[0]);
  const last = await showCard(answers);
  await last.screen.getByRole("button", { name: "Declare 1 parcel", exact: true }).click();
  await expect.poll(shownToasts).toContainEqual(expect.stringMatching(/^1 parcel declared/));
  expect(keys[3]).toBe(keys[2]);
  await last.find("two numbers");
  await last.screen.getByRole("button", { name: "Declare 2 parcels" }).click();
  await expect.poll(() => keys).toHaveLength(5);
  expect(new Set(keys).size).toBe(3);
});

test("on a phone chips and their controls are large enough for a finger", async () => {
  await page.viewport(390, 844);
  const { screen, find } = await showCard({}, { packages: [openPackage] });
  await find("two numbers");
  await expect.element(screen.getByRole("button", { name: "Declare 2 parcels" })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  const targets = [
    ...document.querySelectorAll(":is(button, input, select, textarea):not([aria-hidden])"),
  ];
  const small = targets
    .map((target) => ({ name: target.outerHTML.slice(0, 90), box: target.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0 && box.height < 44);
  expect(small).toEqual([]);
});
