/** Places the labels of a chart so that they neither overlap nor leave the chart. */

type Spot = { readonly name: string; readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };
type Box = { left: number; right: number; top: number; bottom: number };

/** A name with its text anchor and the point it belongs to. */
export type PlacedLabel = Spot & {
  readonly labelX: number;
  readonly labelY: number;
  readonly anchor: "start" | "middle" | "end";
};

/** Upper bounds of the average character width, in pixels: of letters, and of Chinese characters. */
const characterWidthPixels = { letter: 7.4, chinese: 13.5 };
const lineHeight = 16;
const gap = 10;
const edge = 4;

/** The possible positions of a name relative to its point, best first. */
const ways = [
  { anchor: "start", x: gap, y: 5 },
  { anchor: "end", x: -gap, y: 5 },
  { anchor: "middle", x: 0, y: -gap },
  { anchor: "middle", x: 0, y: gap + lineHeight - 5 },
  { anchor: "start", x: gap - 2, y: -gap + 2 },
  { anchor: "start", x: gap - 2, y: gap + lineHeight - 7 },
  { anchor: "end", x: 2 - gap, y: -gap + 2 },
  { anchor: "end", x: 2 - gap, y: gap + lineHeight - 7 },
] as const;

function widthOf(name: string): number {
  const { letter, chinese } = characterWidthPixels;
  const isChinese = (character: string) => /\p{Script=Han}/u.test(character);
  return [...name].reduce((sum, one) => sum + (isChinese(one) ? chinese : letter), 0);
}

function boxOf({ name, labelX, labelY, anchor }: PlacedLabel): Box {
  const width = widthOf(name);
  const left = anchor === "start" ? labelX : anchor === "end" ? labelX - width : labelX - width / 2;
  return { left, right: left + width, top: labelY - lineHeight + 3, bottom: labelY + 4 };
}

function dotOf({ x, y }: Spot): Box {
  return { left: x - 7, right: x + 7, top: y - 7, bottom: y + 7 };
}

/** The overlap of two boxes in square pixels. */
function overlap(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** How far a box extends beyond the chart, in pixels summed over its sides. */
function outside(box: Box, size: Size): number {
  return (
    Math.max(0, edge - box.left) +
    Math.max(0, box.right - size.width + edge) +
    Math.max(0, edge - box.top) +
    Math.max(0, box.bottom - size.height + edge)
  );
}

/** Places each name, in order, where it covers least of the names before it, of all points, and of `lines`. */
export function placeLabels(
  spots: readonly Spot[],
  lines: readonly (readonly [x: number, y: number])[],
  size: Size,
): PlacedLabel[] {
  const drawn = lines.map(([x, y]) => ({ left: x - 3, right: x + 3, top: y - 3, bottom: y + 3 }));
  const placed: PlacedLabel[] = [];
  for (const spot of spots) {
    const taken = [
      ...drawn,
      ...placed.map(boxOf),
      ...spots.filter((one) => one !== spot).map(dotOf),
    ];
    const labels = ways.map(({ anchor, x, y }) => ({
      ...spot,
      anchor,
      labelX: spot.x + x,
      labelY: spot.y + y,
    }));
    const costs = labels.map((label) => {
      const box = boxOf(label);
      const hidden = taken.reduce((sum, other) => sum + overlap(box, other), 0);
      return hidden + outside(box, size) * lineHeight;
    });
    const best = labels[costs.indexOf(Math.min(...costs))];
    if (best) placed.push(best);
  }
  return placed;
}
