import { expect, test } from "vitest";
import { seaChart } from "./sea-chart-plugin.ts";

type Chart = {
  chartSize: { width: number; height: number };
  land: string;
  chartPlaces: Record<string, { x: number; y: number }>;
  chartScale: { meridians: { x: number; label: string }[] };
};

async function drawnChart(): Promise<Chart> {
  const source = seaChart().load("\0virtual:sea-chart") ?? "";
  return import(`data:text/javascript,${encodeURIComponent(source)}`) as Promise<Chart>;
}

test("every stop is on the chart, in its true direction from the others", async () => {
  const { chartPlaces, chartSize } = await drawnChart();
  for (const place of Object.values(chartPlaces)) {
    expect(place.x).toBeGreaterThan(0);
    expect(place.x).toBeLessThan(chartSize.width);
    expect(place.y).toBeGreaterThan(0);
    expect(place.y).toBeLessThan(chartSize.height);
  }
  const at = (name: string) => chartPlaces[name] ?? { x: Number.NaN, y: Number.NaN };
  expect(at("China").y).toBeLessThan(at("Hong Kong").y);
  expect(at("Hong Kong").y).toBeLessThan(at("Singapore").y);
  expect(at("Singapore").x).toBeLessThan(at("Hong Kong").x);
  expect(at("United States").x).toBeGreaterThan(at("China").x + chartSize.width / 2);
});

test("the coast is detailed enough to recognize and small enough to send", async () => {
  const { land } = await drawnChart();
  expect(land).toMatch(/^M[-\d. ]+l[-\d. ]+z/);
  expect(land.match(/M/g)?.length).toBeGreaterThan(60);
  expect(land.length).toBeLessThan(40_000);
});

test("the 180th meridian is labelled without east or west", async () => {
  const { chartScale, chartSize } = await drawnChart();
  const dateLine = chartScale.meridians.find((meridian) => meridian.label === "180°");
  expect(dateLine?.x).toBeCloseTo(((180 - 84) / (292 - 84)) * chartSize.width, -1);
});

test("other modules are not changed", () => {
  expect(seaChart().load("/src/web/root.tsx")).toBeNull();
  expect(seaChart().resolveId("react")).toBeNull();
});
