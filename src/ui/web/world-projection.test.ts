import { expect, test } from "vitest";
import { land } from "./world-chart.tsx";
import { placeLabels, drawChart, mapPoint, type ChartCourse } from "./world-projection.ts";

const places = {
  China: { name: "China", longitude: 113.9, latitude: 30.6 },
  "Hong Kong": { name: "Hong Kong", longitude: 114.2, latitude: 22.3 },
  Singapore: { name: "Singapore", longitude: 103.8, latitude: 1.3 },
  "United States": { name: "United States", longitude: -118.2, latitude: 34.1 },
  Germany: { name: "Germany", longitude: 10.4, latitude: 51 },
  Brazil: { name: "Brazil", longitude: -53.2, latitude: -10.7 },
  Fiji: { name: "Fiji", longitude: 178, latitude: -17.8 },
  Macao: { name: "Macao", longitude: 113.5, latitude: 22.2 },
} as const;

function course(from: keyof typeof places, to: keyof typeof places): ChartCourse {
  return { key: `${from} ${to}`, from: places[from], to: places[to], tone: "waiting" };
}

const journeys: readonly (readonly [string, readonly ChartCourse[]])[] = [
  [
    "the three legs to the United States",
    [
      course("China", "Hong Kong"),
      course("Hong Kong", "Singapore"),
      course("Singapore", "United States"),
    ],
  ],
  ["Germany", [course("Hong Kong", "Germany")]],
  ["Brazil", [course("Singapore", "Brazil")]],
  ["Fiji, near the date line", [course("Hong Kong", "Fiji")]],
  ["a neighbour", [course("Hong Kong", "Macao")]],
  ["the same place", [course("Hong Kong", "Hong Kong")]],
];

const sheets = [
  { width: 700, height: 360 },
  { width: 330, height: 220 },
];

test.each(journeys)("a journey to %s is inside the chart, including its names", (_, courses) => {
  for (const size of sheets) {
    const chart = drawChart(courses, size);
    expect(chart.stops.length).toBeGreaterThan(0);
    for (const stop of chart.stops) {
      expect(stop.x).toBeGreaterThan(0);
      expect(stop.x).toBeLessThan(size.width);
      expect(stop.y).toBeGreaterThan(0);
      expect(stop.y).toBeLessThan(size.height);
      expect(stop.labelX).toBeGreaterThanOrEqual(0);
      expect(stop.labelX).toBeLessThanOrEqual(size.width);
    }
    for (const { path } of chart.courses) {
      const spots = path.slice(1).split("L");
      expect(spots.length).toBeGreaterThan(10);
      for (const spot of spots) {
        const [x = Number.NaN, y = Number.NaN] = spot.split(" ").map(Number);
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(size.width);
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(size.height);
      }
    }
  }
});

test("a course follows the great circle: from Hong Kong to the United States across the Pacific", () => {
  const [chart] = sheets.map((size) => drawChart([course("Hong Kong", "United States")], size));
  const [from, to] = chart?.stops ?? [];
  expect(to?.x).toBeGreaterThan(from?.x ?? Number.NaN);
  const highest = Math.min(...(chart?.courses[0]?.path.match(/[\d.]+(?=L|$)/g) ?? []).map(Number));
  // The northernmost point of this great circle is at 46 degrees, far north of both ends.
  expect(highest).toBeLessThan(Math.min(from?.y ?? 0, to?.y ?? 0) - 20);
});

/** The closed rings of an SVG path of `M`, relative `l` and `z`. */
function ringsOf(path: string): (readonly [number, number])[][] {
  return path.split("z").flatMap((ring) => {
    const numbers = ring.match(/-?\d+/g)?.map(Number) ?? [];
    let [x, y] = [0, 0];
    const points = Array.from({ length: numbers.length / 2 }, (_, place) => {
      x += numbers[2 * place] ?? 0;
      y += numbers[2 * place + 1] ?? 0;
      return [x, y] as const;
    });
    return points.length > 0 ? [points] : [];
  });
}

/** Whether a ray from the point to the east crosses the coasts an odd number of times. */
function isOnLand(point: { longitude: number; latitude: number }): boolean {
  const [x, y] = mapPoint(point);
  const crossings = ringsOf(land).flatMap((ring) =>
    ring.filter(([fromX, fromY], place) => {
      const [toX, toY] = ring[(place + 1) % ring.length] ?? [fromX, fromY];
      return fromY > y !== toY > y && x < fromX + ((y - fromY) * (toX - fromX)) / (toY - fromY);
    }),
  );
  return crossings.length % 2 === 1;
}

test.each<[string, number, number, boolean]>([
  ["Wuhan", 114.3, 30.6, true],
  ["Denver", -105, 39.7, true],
  ["Berlin", 13.4, 52.5, true],
  ["Alice Springs", 133.9, -23.7, true],
  ["the middle of the Pacific", -160, 0, false],
  ["the Caspian Sea", 51, 41.5, false],
  ["the Bay of Bengal", 88, 15, false],
])("%s is drawn on the right side of the coast", (_, longitude, latitude, expected) => {
  expect(isOnLand({ longitude, latitude })).toBe(expected);
});

test("a course from a place to itself is drawn as a single place", () => {
  const chart = drawChart([course("Hong Kong", "Hong Kong")], { width: 700, height: 360 });
  expect(chart.courses).toEqual([]);
  expect(chart.stops.map(({ name }) => name)).toEqual(["Hong Kong"]);
});

test("a Chinese name is placed as wide as it is drawn", () => {
  const [from, to] = ["中國內地", "香港"];
  const spots = [
    { name: from, x: 30, y: 100 },
    { name: to, x: 60, y: 160 },
  ];
  const [label] = placeLabels(spots, [], { width: 90, height: 200 });
  // Four characters of 13 pixels do not fit beside the place on either side.
  expect(label?.anchor).toBe("middle");
});
