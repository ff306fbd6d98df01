import { describe, expect, test } from "vitest";
import { formatLabelCode, parcelStickerPath, parseLabelCode } from "./receiving.ts";

describe("A label code", () => {
  test.each([
    ["as it is stored", "7KQ2XW9D", "7KQ2XW9D"],
    ["as it is printed", "7KQ2 XW9D", "7KQ2XW9D"],
    ["in lower case with a dash", "7kq2-xw9d", "7KQ2XW9D"],
    ["in full width", "７ＫＱ２ＸＷ９Ｄ", "7KQ2XW9D"],
    ["with one character too few", "7KQ2XW9", null],
    ["with one character too many", "7KQ2XW9DD", null],
    ["with a character that no code has", "7KQ2XW9O", null],
    ["that is empty", "", null],
  ])("is read %s", (_, text, code) => {
    expect(parseLabelCode(text)).toBe(code);
  });

  test("is printed in two groups, and stands in the address as it is", () => {
    expect(formatLabelCode("7KQ2XW9D")).toBe("7KQ2 XW9D");
    expect(parcelStickerPath("7KQ2XW9D")).toBe("/a/7KQ2XW9D");
  });
});
