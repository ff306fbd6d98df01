/** Draws a text as a QR code: a square of dark and light modules (ISO/IEC 18004, level L). */
import { qrCodewords } from "./qr-codewords.ts";

/** Rows of modules, `true` for dark; without the light margin of four modules that belongs around them. */
export type QrCode = readonly (readonly boolean[])[];

type Grid = {
  readonly size: number;
  readonly dark: boolean[][];
  /** Where finders, timing, format and version stand, which no text is written over. */
  readonly taken: boolean[][];
};

type Mask = (row: number, column: number) => boolean;

const masks: readonly Mask[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

function set(grid: Grid, row: number, column: number, isDark: boolean): void {
  const [dark, taken] = [grid.dark[row], grid.taken[row]];
  if (!dark || !taken || column < 0 || column >= grid.size) return;
  dark[column] = isDark;
  taken[column] = true;
}

/** A square of rings around a middle, dark but for the ring at `lightRing` and those beyond `radius`. */
function drawRings(
  grid: Grid,
  middle: readonly [row: number, column: number],
  reach: number,
  lightRings: readonly number[],
): void {
  for (let down = -reach; down <= reach; down += 1) {
    for (let right = -reach; right <= reach; right += 1) {
      const ring = Math.max(Math.abs(down), Math.abs(right));
      set(grid, middle[0] + down, middle[1] + right, !lightRings.includes(ring));
    }
  }
}

function alignmentPlaces(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [
    6,
    ...Array.from({ length: count - 1 }, (_, place) => size - 7 - (count - 2 - place) * step),
  ];
}

/** `value` followed by what is left of it after division by `generator`, both polynomials over two elements. */
function withRemainder(value: number, width: number, generator: number): number {
  let remainder = value;
  for (let step = 0; step < width; step += 1) {
    remainder = (remainder << 1) ^ ((remainder >>> (width - 1)) * generator);
  }
  return (value << width) | remainder;
}

function drawVersion(grid: Grid, version: number): void {
  if (version < 7) return;
  const bits = withRemainder(version, 12, 0x1f25);
  for (let bit = 0; bit < 18; bit += 1) {
    const isDark = ((bits >>> bit) & 1) === 1;
    const [far, near] = [grid.size - 11 + (bit % 3), Math.floor(bit / 3)];
    set(grid, far, near, isDark);
    set(grid, near, far, isDark);
  }
}

/** Names the level and the mask, twice. */
function drawFormat(grid: Grid, mask: number): void {
  const levelL = 0b01;
  const bits = withRemainder((levelL << 3) | mask, 10, 0x537) ^ 0x5412;
  const { size } = grid;
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = ((bits >>> bit) & 1) === 1;
    // The timing patterns at 6 are stepped over.
    if (bit < 8) set(grid, bit + (bit < 6 ? 0 : 1), 8, isDark);
    else set(grid, 8, bit === 8 ? 7 : 14 - bit, isDark);
    if (bit < 8) set(grid, 8, size - 1 - bit, isDark);
    else set(grid, size - 15 + bit, 8, isDark);
  }
  set(grid, size - 8, 8, true);
}

function frameOf(version: number): Grid {
  const size = version * 4 + 17;
  const blank = () => Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const grid = { size, dark: blank(), taken: blank() };
  for (let place = 0; place < size; place += 1) {
    set(grid, 6, place, place % 2 === 0);
    set(grid, place, 6, place % 2 === 0);
  }
  const corners = [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const;
  for (const corner of corners) drawRings(grid, corner, 4, [2, 4]);
  const places = alignmentPlaces(version, size);
  for (const row of places) {
    for (const column of places) {
      const isAtFinder =
        (row === 6 && column !== 6 ? column === size - 7 : column === 6 && row === size - 7) ||
        (row === 6 && column === 6);
      if (!isAtFinder) drawRings(grid, [row, column], 2, [1]);
    }
  }
  drawVersion(grid, version);
  drawFormat(grid, 0);
  return grid;
}

/** The free modules in the order of writing: in pairs of columns from the right, up and down by turns. */
function freeModules(grid: Grid): [row: number, column: number][] {
  const { size } = grid;
  const modules: [number, number][] = [];
  for (let pair = 0; pair < (size - 1) / 2; pair += 1) {
    const right = size - 1 - pair * 2;
    // The column of the vertical timing pattern belongs to no pair.
    const column = right <= 6 ? right - 1 : right;
    for (let step = 0; step < size; step += 1) {
      const row = pair % 2 === 0 ? size - 1 - step : step;
      for (const place of [column, column - 1]) {
        if (grid.taken[row]?.[place] === false) modules.push([row, place]);
      }
    }
  }
  return modules;
}

/** How hard a square is to read: long runs of one colour, blocks of four, and too much of either colour. */
function penaltyOf(dark: readonly (readonly boolean[])[]): number {
  const size = dark.length;
  const turned = dark.map((_, column) => dark.map((row) => row[column] ?? false));
  let penalty = 0;
  for (const line of [...dark, ...turned]) {
    const runs = line.map((isDark) => (isDark ? "1" : "0")).join("");
    for (const [run] of runs.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    for (const finder of ["10111010000", "00001011101"]) {
      penalty += (runs.split(finder).length - 1) * 40;
    }
  }
  for (let row = 1; row < size; row += 1) {
    for (let column = 1; column < size; column += 1) {
      const colour = dark[row]?.[column];
      const others = [
        dark[row]?.[column - 1],
        dark[row - 1]?.[column],
        dark[row - 1]?.[column - 1],
      ];
      if (others.every((other) => other === colour)) penalty += 3;
    }
  }
  const share = dark.flat().filter(Boolean).length / (size * size);
  return penalty + Math.floor(Math.abs(share - 0.5) * 20) * 10;
}

function drawn(version: number, codewords: readonly number[], mask: number): boolean[][] {
  const grid = frameOf(version);
  const isMasked = masks[mask] ?? (() => false);
  freeModules(grid).forEach(([row, column], bit) => {
    const value = ((codewords[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1;
    const line = grid.dark[row];
    if (line) line[column] = (value === 1) !== isMasked(row, column);
  });
  drawFormat(grid, mask);
  return grid.dark;
}

/** The QR code of `text`, under the mask that reads best; null where the text is too long for one. */
export function qrCodeOf(text: string): QrCode | null {
  const content = qrCodewords(text);
  if (content === null) return null;
  const candidates = masks.map((_, mask) => drawn(content.version, content.codewords, mask));
  const [best] = candidates
    .map((dark) => ({ dark, penalty: penaltyOf(dark) }))
    .toSorted((one, other) => one.penalty - other.penalty);
  return best?.dark ?? null;
}
