import { describe, expect, test } from "vitest";
import {
  addSeenGoods,
  formatLabelCode,
  goodsTakenOff,
  parcelStickerPath,
  parseLabelCode,
} from "./receiving.ts";

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

describe("What was seen of goods", () => {
  test.each([
    ["none", "unknown", "none"],
    ["unknown", "none", "none"],
    ["packed", "unknown", "packed"],
    ["packed", "installed", "packed"],
    ["none", "loose", "loose"],
  ] as const)("stays or grows: a battery %s, then %s, is %s", (before, after, battery) => {
    const seen = addSeenGoods(
      { battery: before, goodsFlags: ["food"] },
      { battery: after, goodsFlags: ["liquid"] },
    );
    expect(seen).toEqual({ battery, goodsFlags: ["food", "liquid"] });
  });

  test("is named where a record takes it off", () => {
    const before = { battery: "packed", goodsFlags: ["food", "liquid"] } as const;
    expect(goodsTakenOff(before, { battery: "none", goodsFlags: ["liquid"] })).toEqual({
      battery: "packed",
      goodsFlags: ["food"],
    });
    expect(goodsTakenOff(before, { battery: "loose", goodsFlags: ["liquid"] })).toEqual({
      battery: null,
      goodsFlags: ["food"],
    });
    expect(goodsTakenOff(before, { ...before, goodsFlags: ["liquid", "food"] })).toBeNull();
    const none = { battery: "none", goodsFlags: [] } as const;
    expect(goodsTakenOff(none, { battery: "unknown", goodsFlags: [] })).toBeNull();
  });
});
