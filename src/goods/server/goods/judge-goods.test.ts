import { expect, test } from "vitest";
import { noGoods } from "#goods/rules/goods-item.ts";
import { searchableWords, type GoodsWord, type SearchableWord } from "#goods/rules/goods-word.ts";
import { judgeSaid } from "./judge-goods.ts";

const cases: GoodsWord = {
  term: "手機殼",
  language: "zh-Hant-HK",
  hsCode: "392690",
  descriptionEn: "Plastic phone cases",
  flags: [],
};

/** Words that count how often they are searched. */
function countedWords(words: readonly GoodsWord[]) {
  let searches = 0;
  const counted = new Proxy(searchableWords(words), {
    get(target, key): unknown {
      if (key === Symbol.iterator) searches += 1;
      return Reflect.get(target, key);
    },
  });
  return { words: counted, count: () => searches };
}

const judge = (text: string, words: readonly SearchableWord[]) =>
  judgeSaid(
    { ...noGoods, descriptionOriginal: text },
    { words, stopWords: [], known: new Set(words.map(({ descriptionEn }) => descriptionEn)) },
  ).description;

test("a text is looked for once in the same words, and again in others", () => {
  const { words, count } = countedWords([cases]);
  expect(judge("手機殼", words)).toBe("Plastic phone cases");
  expect(judge("水壺", words)).toBe("");
  const first = count();
  expect(first).toBeGreaterThan(0);
  expect(judge("手機殼", words)).toBe("Plastic phone cases");
  expect(judge("水壺", words)).toBe("");
  expect(count()).toBe(first);
  const others = countedWords([{ ...cases, descriptionEn: "Silicone phone cases" }]);
  expect(judge("手機殼", others.words)).toBe("Silicone phone cases");
});
