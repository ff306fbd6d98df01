import { expect, test } from "vitest";
import { land, degreeLabels } from "./sea-chart.tsx";

type Point = readonly [x: number, y: number];
type Box = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

/** Points of the coast, at most one unit apart. */
function coastPoints(path: string): Point[] {
  return path
    .split("M")
    .filter(Boolean)
    .flatMap((island) => {
      const [start = 0, top = 0, ...steps] = (island.match(/-?[\d.]+/g) ?? []).map(Number);
      let [x, y] = [start, top];
      const points: Point[] = [];
      const go = (dx: number, dy: number) => {
        const count = Math.max(1, Math.ceil(Math.hypot(dx, dy)));
        for (let step = 1; step <= count; step += 1)
          points.push([x + (dx * step) / count, y + (dy * step) / count]);
        [x, y] = [x + dx, y + dy];
      };
      for (let at = 0; at + 1 < steps.length; at += 2) go(steps[at] ?? 0, steps[at + 1] ?? 0);
      go(start - x, top - y);
      return points;
    });
}

/** The box of a label in 11 units, with three around it. */
function boxOf({ label, x, y, anchor }: (typeof degreeLabels)[number]): Box {
  const width = label.length * 6.6;
  const left = anchor === "end" ? x - width : x;
  return { left: left - 3, right: left + width + 3, top: y - 12, bottom: y + 5 };
}

const coast = coastPoints(land);

function isOnCoast(label: (typeof degreeLabels)[number]): boolean {
  const { left, right, top, bottom } = boxOf(label);
  return coast.some(([x, y]) => x > left && x < right && y > top && y < bottom);
}

test("the numbers of the degrees are clear of the coast", () => {
  expect(degreeLabels.length).toBeGreaterThan(10);
  expect(degreeLabels.filter(isOnCoast)).toEqual([]);
});

test("a number on the coast is found", () => {
  expect(isOnCoast({ label: "140°E", x: 327, y: 508, anchor: "start" as "end" })).toBe(true);
});
