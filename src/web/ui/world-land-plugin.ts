/** Prepares the world's land at build time: coarse enough to send, in degrees for any projection. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { geoArea } from "d3-geo";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

type Point = readonly [x: number, y: number];

const moduleId = "virtual:world-land";
const resolvedId = `\0${moduleId}`;

/** The maximum distance between the simplified and the true coast, in degrees. */
const tolerance = 0.12;
/** The smallest island included, in square degrees (the whole sphere has 41 253). */
const smallestArea = 0.2;
const smallestSea = 8;
/** Antarctica, south of this latitude, is left out. */
const southernmostLatitude = -60;
const squareDegrees = (180 / Math.PI) ** 2;

function distanceToLine([x, y]: Point, from: Point, to: Point): number {
  const [deltaX, deltaY] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(deltaX, deltaY);
  if (length === 0) return Math.hypot(x - from[0], y - from[1]);
  return Math.abs(deltaY * (x - from[0]) - deltaX * (y - from[1])) / length;
}

/** Ramer-Douglas-Peucker simplification. */
function simplify(line: readonly Point[]): Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return [...line];
  const offsets = line.map((point) => distanceToLine(point, first, last));
  const farthest = Math.max(...offsets.slice(1, -1));
  if (farthest <= tolerance) return [first, last];
  const place = offsets.indexOf(farthest, 1);
  return [...simplify(line.slice(0, place + 1)).slice(0, -1), ...simplify(line.slice(place))];
}

/** A closed ring as its first point and steps from point to point in tenths of a degree, which compress well. */
function stepsOf(ring: readonly Point[]): number[] {
  let [lastX, lastY] = [0, 0];
  return ring.flatMap(([longitude, latitude]) => {
    const [x, y] = [Math.round(longitude * 10), Math.round(latitude * 10)];
    const step = [x - lastX, y - lastY];
    [lastX, lastY] = [x, y];
    return step;
  });
}

/** Land areas, each with its coast and then the shores of its inland waters. */
function readLand(): Point[][][] {
  const require = createRequire(import.meta.url);
  const file = require.resolve("world-atlas/land-50m.json");
  const atlas = JSON.parse(readFileSync(file, "utf8")) as Topology<{ land: GeometryCollection }>;
  return feature(atlas, atlas.objects.land)
    .features.flatMap(({ geometry }) =>
      geometry.type === "MultiPolygon" ? geometry.coordinates : [],
    )
    .map((rings) => rings.map((ring) => ring.map(([x = 0, y = 0]): Point => [x, y])));
}

function squareDegreesOf(ring: readonly Point[]): number {
  const area = geoArea({ type: "Polygon", coordinates: [ring.map((point) => [...point])] });
  // Shores and coasts have opposite orientations.
  return Math.min(area, 4 * Math.PI - area) * squareDegrees;
}

function isWorthwhile(coast: readonly Point[]): boolean {
  return squareDegreesOf(coast) > smallestArea;
}

function isSea(shore: readonly Point[]): boolean {
  return squareDegreesOf(shore) > smallestSea;
}

function drawLand(): number[][][] {
  return readLand()
    .filter(([coast]) => coast?.some(([, latitude]) => latitude > southernmostLatitude))
    .map((rings) => rings.map(simplify).filter((ring) => ring.length > 4))
    .filter(([coast]) => coast !== undefined && isWorthwhile(coast))
    .map(([coast, ...shores]) =>
      [coast, ...shores.filter(isSea)].map((ring) => stepsOf(ring ?? [])),
    );
}

/** Provides `virtual:world-land`, declared in `world-land-module.d.ts`. */
export function worldLand() {
  return {
    name: "world-land",
    resolveId: (id: string) => (id === moduleId ? resolvedId : null),
    load: (id: string) =>
      id === resolvedId ? `export const land = ${JSON.stringify(drawLand())};` : null,
  };
}
