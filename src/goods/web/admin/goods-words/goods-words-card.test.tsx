import { expect, test } from "vitest";
import type { ImportedGoodsList, ListedGoodsWord } from "#goods/contract/goods-lists.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import type { FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { GoodsWordsCard } from "./goods-words-card.tsx";

const teapot: ListedGoodsWord = {
  term: "茶壺",
  language: "zh-Hant-HK",
  description: "Porcelain tea sets and tableware",
  hsCode: "691110",
  flags: [],
  source: "HS 2022",
  validUntil: null,
};

const rate = {
  usdPerSdr: "1.40",
  validFrom: "2031-01-01",
  source: "IMF",
  sourceDay: "2031-03-28",
  confidence: "primary" as const,
};

function showCard(goods: NonNullable<FakeAnswers["goods"]> = {}) {
  return showScreen({
    element: <GoodsWordsCard />,
    path: "/admin/dashboard/services",
    answers: {
      goods: {
        listWords: async () => ({ items: [teapot], total: 1 }),
        readSdrRate: async () => rate,
        ...goods,
      },
    },
  });
}

test("Words are listed with description and code, and a list is imported once its changes were shown", async () => {
  const modes: string[] = [];
  const { screen } = await showCard({
    importWords: async ({ mode }): Promise<ImportedGoodsList> => {
      modes.push(mode);
      return {
        isImported: mode === "import",
        errors: [],
        addedCount: 1,
        changedCount: 0,
        unchangedCount: 0,
        changes: ["en guqin"],
      };
    },
  });
  await expect.element(screen.getByText("Porcelain tea sets and tableware")).toBeVisible();
  await expect.element(screen.getByText(/1 SDR = US\$1\.4, of Mar 28, 2031/)).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Import" }).click();
  await screen.getByRole("textbox", { name: "CSV" }).fill("term,language");
  await screen.getByRole("button", { name: "Check" }).click();
  await expect.element(screen.getByText("1 new, 0 changed, 0 as before")).toBeVisible();
  await screen.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
  await expect.element(screen.getByText("List imported")).toBeVisible();
  expect(modes).toEqual(["preview", "import"]);
});
