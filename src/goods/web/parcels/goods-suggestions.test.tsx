// What a line has from a suggestion, and what its customer stated: which of it stays when the goods are described anew.
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { SuggestedGoodsWord } from "#goods/contract/goods.ts";
import { noGoods, type GoodsItem } from "#goods/rules/goods-item.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { savingGoods, showParcelGoods, teapots } from "#test/screen/parcel-goods.tsx";

function word(
  description: string,
  hsCode: string,
  flags: SuggestedGoodsWord["flags"],
): SuggestedGoodsWord {
  return { term: description, language: "en", description, hsCode, flags };
}

const words = [
  word("Hair sprays", "330530", ["aerosol", "flammable", "liquid"]),
  word("Wireless speakers", "851822", ["battery", "magnet"]),
];

const sprays: GoodsItem = {
  ...noGoods,
  description: "Hair sprays, strong",
  unitValueMinor: 900,
  currency: "USD",
  hsCode: "330530",
  hsCodeSource: "suggested",
  flags: ["liquid", "magnet", "aerosol", "flammable"],
};

/** Goods with a form that suggests a word while its first three letters are typed, and for a text that has all of it. */
async function showLines(goodsItems: readonly GoodsItem[]) {
  const sent: { items: unknown[] }[] = [];
  const { screen } = await showParcelGoods(() => ({ goodsItems }), {
    suggestWords: async ({ text }) => ({
      items: words.filter(
        ({ description }) => text.startsWith(description) || text === description.slice(0, 3),
      ),
    }),
    saveItems: savingGoods(sent),
  });
  const name = screen.getByRole("combobox", { name: "What it is" });
  const button = (label: string) => screen.getByRole("button", { name: label, exact: true });
  await expect.element(name.first()).toBeVisible();
  const choose = async (description: string) => {
    await name.fill(description.slice(0, 3));
    await screen.getByRole("option", { name: new RegExp(`^${description}`) }).click();
    await expect.element(name).toHaveValue(description);
  };
  const save = async () => {
    await button("Save goods").click();
    await expect.poll(() => sent.length).toBe(1);
    return sent[0]?.items;
  };
  return { screen, name, button, choose, save };
}

test("a text that says something else loses the code and the properties of the suggestion", async () => {
  const { screen, name, button, choose, save } = await showLines([]);
  await choose("Hair sprays");
  const aerosol = button("Aerosol");
  await expect.element(aerosol).toHaveAttribute("aria-pressed", "true");
  await expect.element(button("Liquid")).toHaveAttribute("aria-pressed", "true");
  await button("More").click();
  const code = screen.getByRole("textbox", { name: "HS code" });
  await expect.element(code).toHaveValue("330530");
  await name.fill("Hair comb");
  await expect.element(code).toHaveValue("");
  await expect.element(aerosol).toHaveAttribute("aria-pressed", "false");
  // A slip that is put right loses nothing.
  await name.fill("Two hair sprays");
  await expect.element(code).toHaveValue("330530");
  await expect.element(aerosol).toHaveAttribute("aria-pressed", "true");
  await name.fill("Hair comb");
  expect(await save()).toMatchObject([{ description: "Hair comb", hsCode: null, flags: [] }]);
});

test("words beside the suggested ones keep its code", async () => {
  const { name, choose, save } = await showLines([]);
  await choose("Hair sprays");
  await name.fill("Hair sprays, strong");
  expect(await save()).toMatchObject([
    {
      description: "Hair sprays, strong",
      hsCode: "330530",
      flags: ["liquid", "aerosol", "flammable"],
    },
  ]);
});

test("what was stated by hand stays, whatever is chosen and typed then", async () => {
  const { screen, name, button, choose, save } = await showLines([]);
  await button("Liquid").click();
  await button("Battery inside").click();
  await button("More").click();
  await screen.getByText("A brand item").click();
  await screen.getByRole("textbox", { name: "HS code" }).fill("85182200");
  await choose("Wireless speakers");
  await expect.element(button("Magnet")).toHaveAttribute("aria-pressed", "true");
  await choose("Hair sprays");
  await expect.element(button("Magnet")).toHaveAttribute("aria-pressed", "false");
  await name.fill("Wooden comb");
  expect(await save()).toMatchObject([
    { hsCode: "85182200", flags: ["liquid", "branded"], battery: "installed" },
  ]);
});

test("stored goods lose what was suggested for them, and a typed code stays", async () => {
  const typed: GoodsItem = { ...teapots, hsCode: "69120010", hsCodeSource: "typed" };
  const { screen, name, save } = await showLines([sprays, typed]);
  await name.first().click();
  await expect.element(screen.getByRole("option", { name: /^Hair sprays/ })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await name.first().fill("Hair comb");
  await name.nth(1).fill("Ceramic vase");
  expect(await save()).toMatchObject([
    { description: "Hair comb", hsCode: null, flags: ["magnet"] },
    { description: "Ceramic vase", hsCode: "69120010" },
  ]);
});

test("what closes services and has no picture is named, and taken off by a tap or with all else", async () => {
  const smoked: GoodsItem = { ...teapots, flags: ["tobacco"] };
  const { screen, save } = await showLines([sprays, smoked]);
  const line = (number: number) => screen.getByRole("group", { name: `Line ${number}` });
  const aerosol = line(1).getByRole("button", { name: "Aerosol" });
  await aerosol.click();
  await expect.element(aerosol).toHaveAttribute("aria-pressed", "false");
  await expect
    .element(line(2).getByRole("button", { name: "Tobacco" }))
    .toHaveAttribute("aria-pressed", "true");
  await line(2).getByRole("button", { name: "None of these" }).click();
  await expectAccessible();
  expect(await save()).toMatchObject([{ flags: ["liquid", "magnet", "flammable"] }, { flags: [] }]);
});

test("a line in which a property or the number of pieces alone was stated is not dropped", async () => {
  const { screen, button, save } = await showLines([teapots]);
  const line = (number: number) => screen.getByRole("group", { name: `Line ${number}` });
  for (let added = 0; added < 3; added += 1) await button("Add a line").click();
  await line(2).getByRole("button", { name: "Battery inside" }).click();
  await line(3).getByRole("textbox", { name: "How many" }).fill("3");
  expect(await save()).toMatchObject([
    { description: "Stoneware teapots" },
    { description: "", battery: "installed" },
    { description: "", quantity: 3 },
  ]);
});
