/** Computes the layout of a world chart: the visible region, coasts, courses and labels. */
import {
  geoDistance,
  geoGraticule,
  geoInterpolate,
  geoNaturalEarth1,
  geoPath,
  type GeoProjection,
} from "d3-geo";
import { placeLabels, type PlacedLabel } from "./world-labels.ts";

/** A point in degrees: east and north are positive. */
export type ChartPoint = { readonly longitude: number; readonly latitude: number };

/** How a course is drawn: completed, in transit, not begun, or stopped. */
export type CourseTone = "done" | "moving" | "waiting" | "stopped";

/** A course from a named place to a named place. */
export type ChartCourse = {
  readonly key: string;
  readonly from: ChartPoint & { readonly name: string };
  readonly to: ChartPoint & { readonly name: string };
  readonly tone: CourseTone;
};

type Size = { readonly width: number; readonly height: number };
type Position = [longitude: number, latitude: number];

/** A chart in pixels, with SVG paths. */
export type DrawnChart = {
  readonly land: string;
  readonly graticule: string;
  readonly courses: readonly { key: string; path: string; tone: CourseTone }[];
  readonly stops: readonly (PlacedLabel & { readonly isReached: boolean })[];
};

/** The minimum width in degrees, so that close places are still shown in their region. */
const narrowestDegrees = 34;
const samplesPerCourse = 48;

function positionOf({ longitude, latitude }: ChartPoint): Position {
  return [longitude, latitude];
}

/** Points along the great circle, both ends included. */
function samplesOf(course: ChartCourse): Position[] {
  const along = geoInterpolate(positionOf(course.from), positionOf(course.to));
  return Array.from({ length: samplesPerCourse + 1 }, (_, step) => along(step / samplesPerCourse));
}

/** The central meridian of all points, as the direction of their vector sum. */
function middleLongitude(points: readonly Position[]): number {
  const flights = points.map(([longitude]) => (longitude * Math.PI) / 180);
  const sum = (part: (turn: number) => number) =>
    flights.reduce((total, turn) => total + part(turn), 0);
  return (Math.atan2(sum(Math.sin), sum(Math.cos)) * 180) / Math.PI;
}

function pixelOf(projection: GeoProjection, point: Position): Position {
  const [x = 0, y = 0] = projection(point) ?? [];
  return [x, y];
}

/** A region around the points with space for names, at least `narrowestDegrees` wide. */
function fitted(points: readonly Position[], { width, height }: Size): GeoProjection {
  const projection = geoNaturalEarth1().rotate([-middleLongitude(points), 0]);
  const margin = { x: Math.min(64, width * 0.14), y: 34 };
  projection.fitExtent(
    [
      [margin.x, margin.y],
      [width - margin.x, height - margin.y],
    ],
    { type: "MultiPoint", coordinates: [...points] },
  );
  // At scale s a degree is about s·π/180 pixels wide.
  const closest = (width * 180) / (narrowestDegrees * Math.PI);
  // A single point fits at any scale, for which d3 computes none.
  if (!(projection.scale() <= closest)) {
    projection.scale(closest).translate([0, 0]);
    const spots = points.map((point) => pixelOf(projection, point));
    const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
    projection.translate([
      width / 2 - (Math.min(...xs) + Math.max(...xs)) / 2,
      height / 2 - (Math.min(...ys) + Math.max(...ys)) / 2,
    ]);
  }
  return projection.clipExtent([
    [-20, -20],
    [width + 20, height + 20],
  ]);
}

/** Converts rings of steps in tenths of a degree into rings of points. */
function ringOf(steps: readonly number[]): Position[] {
  let [x, y] = [0, 0];
  return Array.from({ length: steps.length / 2 }, (_, place): Position => {
    x += steps[2 * place] ?? 0;
    y += steps[2 * place + 1] ?? 0;
    return [x / 10, y / 10];
  });
}

function namedStops(courses: readonly ChartCourse[], projection: GeoProjection) {
  const ends = courses.flatMap(({ from, to, tone }) => [
    { ...from, isReached: tone === "done" || tone === "moving" },
    { ...to, isReached: tone === "done" },
  ]);
  const names = [...new Set(ends.map(({ name }) => name))];
  return names.flatMap((name) => {
    const same = ends.filter((end) => end.name === name);
    const position = same[0] && projection(positionOf(same[0]));
    return position
      ? [{ name, x: position[0], y: position[1], isReached: same.some((end) => end.isReached) }]
      : [];
  });
}

/**
 * Computes the chart of the region that the courses cross, fitted to `size`.
 * @param land the land areas as prepared by the build.
 */
export function drawChart(
  land: readonly (readonly (readonly number[])[])[],
  courses: readonly ChartCourse[],
  size: Size,
): DrawnChart {
  const samples = courses.map(samplesOf);
  const projection = fitted(samples.flat(), size);
  const path = geoPath(projection).digits(1);
  const isOneSpot = (course: ChartCourse) =>
    geoDistance(positionOf(course.from), positionOf(course.to)) === 0;
  const stops = namedStops(courses, projection);
  const labels = placeLabels(
    stops,
    samples.flat().map((point) => pixelOf(projection, point)),
    size,
  );
  return {
    land:
      path({
        type: "MultiPolygon",
        coordinates: land.map((rings) => rings.map(ringOf)),
      }) ?? "",
    graticule: path(geoGraticule().step([10, 10])()) ?? "",
    courses: courses
      .filter((course) => !isOneSpot(course))
      .map((course) => ({
        key: course.key,
        tone: course.tone,
        path:
          path({
            type: "LineString",
            coordinates: [positionOf(course.from), positionOf(course.to)],
          }) ?? "",
      })),
    stops: labels.map((label, place) => ({
      ...label,
      isReached: stops[place]?.isReached ?? false,
    })),
  };
}
