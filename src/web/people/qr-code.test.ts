// Shows that QR codes hold what they should; the drawing below was read back with a reader of another make.
import { expect, test } from "vitest";
import { qrCodeOf } from "./qr-code.ts";

const drawingOfSampan = [
  "#######...#.#.#######",
  "#.....#.....#.#.....#",
  "#.###.#.#.#...#.###.#",
  "#.###.#.....#.#.###.#",
  "#.###.#..#.##.#.###.#",
  "#.....#..###..#.....#",
  "#######.#.#.#.#######",
  "........#.#..........",
  "###.#####.#.###...#..",
  "..##.#.#...#.#.#.#.##",
  "#.#.#.#.#..#.###.####",
  "...###...#####.##...#",
  "...#.#####.#.###....#",
  "........#.#...##..#..",
  "#######.#...#...#####",
  "#.....#.#.#...###..##",
  "#.###.#.###.#.##.#.##",
  "#.###.#..###.#.###.#.",
  "#.###.#.#..#.####.#.#",
  "#.....#.######.....#.",
  "#######.#..#.##.#..##",
];

test("a short text becomes the square that readers know", () => {
  const rows = qrCodeOf("Sampan")?.map((row) => row.map((isDark) => (isDark ? "#" : ".")).join(""));
  expect(rows).toEqual(drawingOfSampan);
});

test.each([
  { length: 17, size: 21 },
  { length: 18, size: 25 },
  { length: 134, size: 41 },
  { length: 230, size: 53 },
  { length: 231, size: 57 },
  { length: 858, size: 97 },
])("$length bytes fill a square of $size modules", ({ length, size }) => {
  const code = qrCodeOf("a".repeat(length)) ?? [];
  expect([code.length, ...new Set(code.map((row) => row.length))]).toEqual([size, size]);
});

test("a text that is too long is not drawn", () => {
  expect(qrCodeOf("a".repeat(859))).toBeNull();
});
