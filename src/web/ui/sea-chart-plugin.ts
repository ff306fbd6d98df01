/** Draws the coastlines at build time, so that browsers load neither geography data nor its libraries. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { geoMercator, geoPath, type GeoContext, type GeoProjection } from "d3-geo";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

type Point = readonly [x: number, y: number];

const moduleId = "virtual:sea-chart";
const resolvedId = `\0${moduleId}`;

/** The region of the chart: Mercator, from the east of India to the east of America, in degrees. */
const west = 84;
const east = 292;
const width = 1200;
const height = 520;
const centreLatitude = 27.5;

/** The stops of journeys, as longitude and latitude. */
const places: Readonly<Record<string, Point>> = {
  China: [113.9, 30.6],
  "Hong Kong": [114.17, 22.32],
  Singapore: [103.82, 1.35],
  "United States": [-118.24, 34.05],
};

/** Half the maximum distance in chart units between the simplified and the true coast. */
const tolerance = 0.7;
const smallestArea = 7;

function chartProjection(): GeoProjection {
  const scale = width / (((east - west) * Math.PI) / 180);
  return geoMercator()
    .rotate([-(west + east) / 2, 0])
    .center([0, centreLatitude])
    .scale(scale)
    .translate([width / 2, height / 2])
    .clipExtent([
      [-40, -40],
      [width + 40, height + 40],
    ]);
}

/** A d3 path context that collects rings instead of drawing them. */
function ringCollector(): { context: GeoContext; rings: Point[][] } {
  const rings: Point[][] = [];
  const context: GeoContext = {
    beginPath: () => undefined,
    moveTo: (x, y) => void rings.push([[x, y]]),
    lineTo: (x, y) => void rings.at(-1)?.push([x, y]),
    closePath: () => undefined,
    arc: () => undefined,
  };
  return { context, rings };
}

function doubleArea(ring: readonly Point[]): number {
  return Math.abs(
    ring.reduce((sum, [x, y], place) => {
      const [nextX, nextY] = ring[(place + 1) % ring.length] ?? [x, y];
      return sum + x * nextY - nextX * y;
    }, 0),
  );
}

function distanceToLine(point: Point, from: Point, to: Point): number {
  const [deltaX, deltaY] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(deltaX, deltaY);
  if (length === 0) return Math.hypot(point[0] - from[0], point[1] - from[1]);
  return Math.abs(deltaY * (point[0] - from[0]) - deltaX * (point[1] - from[1])) / length;
}

/** Ramer-Douglas-Peucker simplification. */
function simplify(line: readonly Point[]): Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return [...line];
  let farthest = 0;
  let distance = 0;
  for (let place = 1; place < line.length - 1; place += 1) {
    const point = line[place];
    const offset = point ? distanceToLine(point, first, last) : 0;
    if (offset > distance) [farthest, distance] = [place, offset];
  }
  if (distance <= tolerance) return [first, last];
  const before = simplify(line.slice(0, farthest + 1));
  return [...before.slice(0, -1), ...simplify(line.slice(farthest))];
}

/** Writes a ring in tenths relative to the previous point, which compresses well. */
function ringPath(ring: readonly Point[]): string {
  let [lastX, lastY] = [0, 0];
  const steps = ring.map(([x, y]) => {
    const [wholeX, wholeY] = [Math.round(x * 10), Math.round(y * 10)];
    const step = `${(wholeX - lastX) / 10} ${(wholeY - lastY) / 10}`;
    [lastX, lastY] = [wholeX, wholeY];
    return step;
  });
  return `M${steps[0]}l${steps.slice(1).join(" ")}z`;
}

function drawLand(projection: GeoProjection): string {
  const require = createRequire(import.meta.url);
  const file = require.resolve("world-atlas/land-50m.json");
  const atlas = JSON.parse(readFileSync(file, "utf8")) as Topology<{ land: GeometryCollection }>;
  const { context, rings } = ringCollector();
  geoPath(projection, context)(feature(atlas, atlas.objects.land));
  return rings
    .map((ring) => simplify([...ring, ring[0] ?? [0, 0]]).slice(0, -1))
    .filter((ring) => ring.length > 2 && doubleArea(ring) > smallestArea * 2)
    .map(ringPath)
    .join("");
}

function drawGraticule(projection: GeoProjection): string {
  const meridians = Array.from({ length: 20 }, (_, place) => 90 + place * 10);
  const parallels = [-10, 0, 10, 20, 30, 40, 50, 60];
  const x = (longitude: number) => Math.round(projection([longitude, 0])?.[0] ?? 0);
  const y = (latitude: number) => Math.round(projection([180, latitude])?.[1] ?? 0);
  return [
    ...meridians.map((longitude) => `M${x(longitude)} -40V${height + 40}`),
    ...parallels.map((latitude) => `M-40 ${y(latitude)}H${width + 40}`),
  ].join("");
}

/** The labels of the meridians and parallels, in nautical notation. */
function drawScale(projection: GeoProjection) {
  const meridians = [100, 120, 140, 160, 180, 200, 220, 240, 260, 280].map((longitude) => ({
    x: Math.round(projection([longitude, 0])?.[0] ?? 0),
    label: longitude > 180 ? `${360 - longitude}°W` : `${longitude}°${longitude < 180 ? "E" : ""}`,
  }));
  const parallels = [0, 10, 20, 30, 40, 50].map((latitude) => ({
    y: Math.round(projection([180, latitude])?.[1] ?? 0),
    label: latitude === 0 ? "0°" : `${latitude}°N`,
  }));
  return { meridians, parallels };
}

/** Provides `virtual:sea-chart`, declared in `sea-chart-module.d.ts`. */
export function seaChart() {
  return {
    name: "sea-chart",
    resolveId: (id: string) => (id === moduleId ? resolvedId : null),
    load(id: string) {
      if (id !== resolvedId) return null;
      const projection = chartProjection();
      const stops = Object.fromEntries(
        Object.entries(places).map(([name, [longitude, latitude]]) => {
          const [x = 0, y = 0] = projection([longitude, latitude]) ?? [];
          return [name, { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 }];
        }),
      );
      return [
        `export const chartSize = ${JSON.stringify({ width, height })};`,
        `export const land = ${JSON.stringify(drawLand(projection))};`,
        `export const graticule = ${JSON.stringify(drawGraticule(projection))};`,
        `export const chartScale = ${JSON.stringify(drawScale(projection))};`,
        `export const chartPlaces = ${JSON.stringify(stops)};`,
      ].join("\n");
    },
  };
}
