import { expect, test } from "vitest";
import { foundAfter, isAnythingFound, nothingFound, seenGoods } from "./found-goods.ts";

const plain = { battery: "none", flags: [] } as const;
const lighter = { battery: "loose", flags: ["lighter"] } as const;
const found = { batteries: ["loose"], goods: ["lighter"] } as const;

test.each([
  ["what a line gains is found", nothingFound, [plain], [lighter], found],
  ["what stays on a line is its customer's", nothingFound, [lighter], [lighter], nothingFound],
  ["what is not on a line stays", found, [plain], [plain], found],
  [
    "what a line loses stays: it may be in another one",
    found,
    [plain, lighter],
    [plain, plain],
    found,
  ],
  [
    "another kind of battery is found besides",
    found,
    [lighter],
    [{ battery: "installed", flags: ["lighter"] }],
    { batteries: ["loose", "installed"], goods: ["lighter"] },
  ],
] as const)("%s", (_name, before, lines, corrected, after) => {
  expect(foundAfter(before, nothingFound, { before: lines, after: corrected })).toEqual(after);
});

test.each([
  ["no line says so", plain, plain],
  ["a line says so still", lighter, lighter],
  ["a line is corrected with it", lighter, plain],
])("what was found is taken off by its name where %s", (_name, before, after) => {
  const lines = { before: [before], after: [after] };
  const takenOff = { batteries: [], goods: ["lighter"] } as const;
  expect(foundAfter(found, takenOff, lines)).toEqual({ batteries: ["loose"], goods: [] });
});

test("a battery or a property alone is something that was found", () => {
  expect(isAnythingFound(nothingFound)).toBe(false);
  expect(isAnythingFound({ ...nothingFound, batteries: ["loose"] })).toBe(true);
  expect(isAnythingFound({ ...nothingFound, goods: ["lighter"] })).toBe(true);
});

test("what was found stands beside what was recorded, and a battery in place of none", () => {
  const recorded = { battery: "none", goodsFlags: ["liquid", "lighter"] } as const;
  expect(seenGoods({ ...recorded, found: nothingFound })).toEqual({
    batteries: ["none"],
    goods: ["liquid", "lighter"],
  });
  expect(seenGoods({ ...recorded, found })).toEqual({
    batteries: ["loose"],
    goods: ["liquid", "lighter"],
  });
});
