import { expect, test } from "vitest";
import { foundAfter, foundBesides, nothingFound, seenGoods } from "./found-goods.ts";

const plain = { battery: "none", flags: [] } as const;
const lighter = { battery: "loose", flags: ["lighter"] } as const;
const found = { batteries: ["loose"], goods: ["lighter"] } as const;

test.each([
  ["what a line gains is found", nothingFound, [plain], [lighter], found],
  ["what stays on a line is its customer's", nothingFound, [lighter], [lighter], nothingFound],
  ["what is not on a line stays", found, [plain], [plain], found],
  ["what no line has any longer is taken off", found, [lighter], [plain], nothingFound],
  ["what another line still has stays", found, [lighter, lighter], [plain, lighter], found],
  [
    "the kind of battery follows",
    found,
    [lighter],
    [{ battery: "installed", flags: ["lighter"] }],
    { batteries: ["installed"], goods: ["lighter"] },
  ],
] as const)("%s", (_name, before, lines, corrected, after) => {
  expect(foundAfter(before, nothingFound, { before: lines, after: corrected })).toEqual(after);
});

test("what was found is taken off also where no line says so any longer", () => {
  const lines = { before: [plain], after: [plain] };
  const takenOff = { batteries: [], goods: ["lighter"] } as const;
  expect(foundAfter(found, takenOff, lines)).toEqual({ batteries: ["loose"], goods: [] });
  expect(foundBesides(found, [plain])).toEqual(found);
  expect(foundBesides(found, [plain, lighter])).toEqual(nothingFound);
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
