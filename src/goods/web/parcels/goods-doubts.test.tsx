import { expect, test } from "vitest";
import type { GoodsWarning } from "#goods/contract/goods-item-fields.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import {
  savingGoods,
  showParcelGoods,
  teapots,
  type GoodsRead,
} from "#test/screen/parcel-goods.tsx";

const lowValue: GoodsWarning = { index: 0, kind: "low_value", stopWords: [] };
const sentence = /^Line 1 costs less than half a US dollar/;

test("what customs may ask about a description is said whenever goods are read", async () => {
  const { screen } = await showParcelGoods(() => ({
    goodsItems: [teapots, { ...teapots, description: "Wool caps" }],
    warnings: [
      { index: 1, kind: "stop_words", stopWords: ["Caps"] },
      { index: 0, kind: "single_word", stopWords: [] },
    ],
  }));
  await expect.element(screen.getByText(/Line 2: Caps says little by itself/)).toBeVisible();
  await expect.element(screen.getByText(/Line 1: add what it is made of/)).toBeVisible();
  await expect.element(screen.getByText("This is what I paid")).not.toBeInTheDocument();
  await expectAccessible();
});

test("that a low price was paid is ticked once, and stays when something else is saved", async () => {
  const sent: { isValueConfirmed?: boolean }[] = [];
  let stored: GoodsRead = { goodsItems: [teapots], warnings: [lowValue] };
  const saveItems = savingGoods(sent);
  const { screen } = await showParcelGoods(() => stored, {
    saveItems: async (input) => {
      stored = { ...stored, isValueConfirmed: input.isValueConfirmed ?? true };
      return await saveItems(input);
    },
  });
  await expect.element(screen.getByText(sentence)).toBeVisible();
  const paid = screen.getByRole("checkbox", { name: "This is what I paid" });
  await expect.element(paid).not.toBeChecked();
  await paid.click();
  await expectAccessible();
  const save = async () => {
    const before = paid.element();
    await screen.getByRole("button", { name: "Save goods" }).click();
    // The form begins anew once what was saved is read.
    await expect.poll(() => paid.element()).not.toBe(before);
  };
  await save();
  expect(sent).toMatchObject([{ isValueConfirmed: true }]);
  await expect.element(paid).toBeChecked();
  await expect.element(screen.getByText(sentence)).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "More" }).click();
  await screen.getByRole("textbox", { name: "Weight of all (g)" }).fill("640");
  await save();
  expect(sent[1]).toMatchObject({ isValueConfirmed: true });
  await expect.element(paid).toBeChecked();
  // It is not said of another price.
  await screen.getByRole("textbox", { name: "Price each" }).fill("0.20");
  await expect.element(paid).not.toBeChecked();
  await save();
  expect(sent[2]).toMatchObject({ isValueConfirmed: false });
  await expect.element(screen.getByText(sentence)).toBeVisible();
});
