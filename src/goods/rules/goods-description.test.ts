import { describe, expect, test } from "vitest";
import {
  latinText,
  latinWords,
  readDescription,
  saysStill,
  singular,
} from "./goods-description.ts";

const stopWords = ["Caps", "Battery", "Boxes", "Clothes", "Accessories", "General cargo", "Parts"];
const known = new Set(["Cotton baseball caps"]);
const read = (text: string) => readDescription(text, { stopWords, known });

describe("a description", () => {
  test.each([
    "caps",
    "Cap",
    "CAPS 3",
    "2 boxes of batteries",
    "general cargo",
    "General cargo, parts",
  ])("of nothing but stop words is refused: %s", (text) => {
    // Small words count as words, so that only the first ones are bare.
    expect(read(text.replace(" of", ""))).toEqual({ fault: "stop_words" });
  });

  test.each([
    ["Wool caps", ["Caps"]],
    ["Battery box for tools", ["Battery", "Boxes"]],
    ["General cargo of wood", ["General cargo"]],
  ])("with stop words among others is doubted: %s", (text, found) => {
    expect(read(text)).toEqual({
      fault: null,
      description: text,
      doubt: "stop_words",
      stopWords: found,
    });
  });

  test("of the list of words is not doubted", () => {
    expect(read("Cotton baseball caps")).toMatchObject({ doubt: null });
  });

  test("of a single word that is on no list is taken and doubted", () => {
    expect(read("Teapot")).toMatchObject({ description: "Teapot", doubt: "single_word" });
    expect(read("Cargo")).toMatchObject({ doubt: "single_word" });
    expect(read("Clay teapot")).toMatchObject({ doubt: null, stopWords: [] });
  });

  test.each(["茶壺", "Teapot 茶壺", "чайник"])("in another script is refused: %s", (text) => {
    expect(read(text)).toEqual({ fault: "not_latin" });
  });

  test.each(["", "TV", "123 456", "🫖🫖🫖", "- - -"])(
    "that says nothing is refused: %j",
    (text) => {
      expect(read(text)).toEqual({ fault: "too_short" });
    },
  );

  test("is printed without pictures, signs that nobody sees and letters that no label has", () => {
    expect(latinText(" Łódź  tea\u202E pot 🫖 ")).toBe("Lódz tea pot");
    expect(latinText("100 °C kettle")).toBe("100 °C kettle");
  });
});

test.each([
  ["boxes", "box"],
  ["batteries", "battery"],
  ["battery", "battery"],
  ["cases", "case"],
  ["dresses", "dress"],
  ["dress", "dress"],
  ["watches", "watch"],
  ["hoodies", "hoody"],
  ["hoodie", "hoody"],
  ["caps", "cap"],
  ["bus", "bus"],
  ["ties", "tie"],
])("%s is one %s", (word, one) => {
  expect(singular(word)).toBe(one);
});

test("words are compared without case, marks, apostrophes and figures", () => {
  expect(latinWords("Women's T-Shirts, 2 pcs. Crème")).toEqual([
    "women",
    "t",
    "shirt",
    "pc",
    "creme",
  ]);
});

test.each([
  ["Cotton T-shirts, blue", true],
  ["Two cotton t-shirt", true],
  ["Blue T-shirts", false],
  ["Cotton T-shirt-like tops", true],
  ["Cottonwood T-shirts", false],
  ["T-shirts of cotton", false],
  ["棉T恤", false],
  ["", false],
])("%s says still that it is cotton T-shirts: %s", (text, isSaid) => {
  expect(saysStill(text, "Cotton T-shirts")).toBe(isSaid);
});
