import { expect, test } from "vitest";
import { worldLand } from "./world-land-plugin.ts";
import { drawChart, type ChartCourse } from "./world-projection.ts";

type Land = Parameters<typeof drawChart>[0];

async function preparedLand(): Promise<Land> {
  const source = worldLand().load("\0virtual:world-land") ?? "";
  const module = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    land: Land;
  };
  return module.land;
}

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

const land = await preparedLand();

test.each(journeys)("a journey to %s is inside the chart, including its names", (_, courses) => {
  for (const size of sheets) {
    const chart = drawChart(land, courses, size);
    for (const stop of chart.stops) {
      expect(stop.x).toBeGreaterThan(0);
      expect(stop.x).toBeLessThan(size.width);
      expect(stop.y).toBeGreaterThan(0);
      expect(stop.y).toBeLessThan(size.height);
      expect(stop.labelX).toBeGreaterThanOrEqual(0);
      expect(stop.labelX).toBeLessThanOrEqual(size.width);
    }
    expect(chart.land).toMatch(/^M/);
    // A course that leaves the chart would be clipped into several pieces.
    for (const { path } of chart.courses) expect(path.match(/M/g)).toHaveLength(1);
  }
});

test("land and sea are not swapped: the chart is mostly sea from Hong Kong to Fiji", () => {
  const [size] = sheets;
  const chart = drawChart(land, [course("Hong Kong", "Fiji")], size ?? { width: 700, height: 360 });
  expect(chart.land.length).toBeGreaterThan(500);
  // With swapped orientation, the land would run along the edge of the chart.
  expect(chart.land).not.toContain("M-20,-20L720,-20");
});

test("the land is detailed enough to recognize and small enough to send", () => {
  const numbers = land.flat(2).length;
  expect(land.length).toBeGreaterThan(100);
  expect(numbers).toBeLessThan(20_000);
});

test("a course from a place to itself is drawn as a single place", () => {
  const chart = drawChart(land, [course("Hong Kong", "Hong Kong")], { width: 700, height: 360 });
  expect(chart.courses).toEqual([]);
  expect(chart.stops.map(({ name }) => name)).toEqual(["Hong Kong"]);
});

test("other modules are not changed", () => {
  expect(worldLand().load("/src/web/root.tsx")).toBeNull();
  expect(worldLand().resolveId("react")).toBeNull();
});
