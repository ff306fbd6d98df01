import { describe, expect, test } from "vitest";
import {
  avoidedWords,
  avoidedWordsIn,
  foreignCharactersIn,
  glossaryTerms,
  miscountedIn,
  type AvoidedWord,
} from "./glossary.ts";

const languages = ["traditional", "simplified"] as const;

const inLanguage = (language: AvoidedWord["language"]) =>
  glossaryTerms.map((term) => ({ english: term.english, text: term[language] }));

describe("the glossary", () => {
  test("has each term once, in three languages", () => {
    expect(glossaryTerms.length).toBeGreaterThan(300);
    const incomplete = glossaryTerms.filter((term) => Object.values(term).includes(""));
    expect(incomplete).toEqual([]);
    const names = glossaryTerms.map(({ english }) => english);
    expect(names.filter((name, position) => names.indexOf(name) !== position)).toEqual([]);
  });

  test.each(languages)("writes %s Chinese in its own characters", (language) => {
    const foreign = inLanguage(language).flatMap(({ english, text }) => {
      const characters = foreignCharactersIn(text, language);
      return characters.length === 0 ? [] : [`${english}: ${characters.join("")}`];
    });
    expect(foreign).toEqual([]);
  });

  test.each(languages)("follows its own list of words to avoid in %s Chinese", (language) => {
    expect(avoidedWords.filter((avoided) => avoided.language === language).length).toBeGreaterThan(
      20,
    );
    // The empty word would be in every text.
    expect(avoidedWords.filter(({ word }) => word === "")).toEqual([]);
    const wrong = inLanguage(language).flatMap(({ english, text }) =>
      avoidedWordsIn(text, language).map((word) => `${english}: ${word}`),
    );
    expect(wrong).toEqual([]);
  });

  test("tells the characters of the two scripts apart", () => {
    expect(foreignCharactersIn("運單號碼 12", "traditional")).toEqual([]);
    expect(foreignCharactersIn("运單", "traditional")).toEqual(["运"]);
    expect(foreignCharactersIn("快递单号 12", "simplified")).toEqual([]);
    expect(foreignCharactersIn("快递單号", "simplified")).toEqual(["單"]);
  });

  test("an avoided word outside of its exceptions is reported", () => {
    expect(avoidedWordsIn("增值服务", "simplified")).toEqual([]);
    expect(avoidedWordsIn("增值服务和增值", "simplified")).toEqual(["增值"]);
    expect(avoidedWordsIn("增值", "traditional")).toEqual([]);
  });

  test("a package that is counted with the wrong measure word is reported", () => {
    const wrong = [
      "{count} 個包裹",
      "每个包裹",
      "这个入库包裹",
      "幾個入倉包裹",
      "{count, plural, other {# 個包裹}}",
      "一个商品",
    ];
    expect(wrong.filter((text) => miscountedIn(text).length === 0)).toEqual([]);
    expect(miscountedIn("20 個包裹和每個入倉包裹")).toEqual(["個包裹", "個入倉包裹"]);
    const right = [
      "{count} 件包裹",
      "{count} 个单号已在其他包裹中",
      "逐個貨架掃描其上所有包裹",
      "每個月",
    ];
    expect(right.flatMap(miscountedIn)).toEqual([]);
  });
});
