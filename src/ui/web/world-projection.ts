/** Computes the layout of a world chart: the visible region, courses and labels. */
import { geoInterpolate } from "d3-geo";

/** A point in degrees: east and north are positive. */
type ChartPoint = { readonly longitude: number; readonly latitude: number };

/** A point with the name that is written beside it. */
export type ChartPlace = ChartPoint & { readonly name: string };

/** How a course is drawn: completed, in transit, not begun, or stopped. */
export type CourseTone = "done" | "moving" | "waiting" | "stopped";

/** A course from a named place to a named place. */
export type ChartCourse = {
  readonly key: string;
  readonly from: ChartPlace;
  readonly to: ChartPlace;
  readonly tone: CourseTone;
};
type Point = readonly [x: number, y: number];

/** A chart in pixels, with SVG paths. */
type DrawnChart = {
  /** The SVG transforms from map units to pixels that fill the chart: the earth repeats from west to east. */
  readonly landTransforms: readonly string[];
  readonly graticule: string;
  readonly courses: readonly { key: string; path: string; tone: CourseTone }[];
  readonly stops: readonly (PlacedLabel & { readonly isReached: boolean })[];
  readonly marker: { readonly x: number; readonly y: number } | null;
};

/** Map units per degree of longitude. */
const unitsPerDegree = 10;
const turn = 360 * unitsPerDegree;
/** The minimum width in degrees, so that close places are still shown in their region. */
const narrowestDegrees = 34;
const samplesPerCourse = 48;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/** Miller's cylindrical projection, which d3-geo has not, in map units; x has its origin at Greenwich, y at the equator, growing southwards. */
export function mapPoint({ longitude, latitude }: ChartPoint): Point {
  const y = 1.25 * Math.log(Math.tan(Math.PI / 4 + 0.4 * radians(latitude)));
  return [longitude * unitsPerDegree, -degrees(y) * unitsPerDegree];
}

function isOneSpot({ from, to }: ChartCourse): boolean {
  return from.longitude === to.longitude && from.latitude === to.latitude;
}

/** Points along the great circle, both ends included. */
function greatCircle({ from, to }: ChartCourse): ChartPoint[] {
  const along = geoInterpolate([from.longitude, from.latitude], [to.longitude, to.latitude]);
  return Array.from({ length: samplesPerCourse + 1 }, (_, step) => {
    const [longitude, latitude] = along(step / samplesPerCourse);
    return { longitude, latitude };
  });
}

/** The courses in map units, each continuing on the side of the earth where the one before has ended. */
function mapCourses(courses: readonly ChartCourse[]): Point[][] {
  let lastX: number | null = null;
  return courses.map((course) =>
    greatCircle(course).map((point) => {
      const [x, y] = mapPoint(point);
      lastX = lastX === null ? x : x + Math.round((lastX - x) / turn) * turn;
      return [lastX, y] as const;
    }),
  );
}

/** The region around the points with space for names: pixels per map unit, and where the map's origin is in pixels. */
function fittedView(points: readonly Point[], { width, height }: Size) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [north, south] = [Math.min(...ys), Math.max(...ys)];
  const margin = { x: Math.min(64, width * 0.14), y: 34 };
  const scale = Math.min(
    (width - 2 * margin.x) / (east - west),
    (height - 2 * margin.y) / (south - north),
    width / (narrowestDegrees * unitsPerDegree),
  );
  const origin: Point = [
    width / 2 - (scale * (west + east)) / 2,
    height / 2 - (scale * (north + south)) / 2,
  ];
  const toPixels = ([x, y]: Point): Point => [origin[0] + scale * x, origin[1] + scale * y];
  return { scale, origin, toPixels };
}

type View = ReturnType<typeof fittedView>;

function drawGraticule({ scale, origin }: View, { width, height }: Size): string {
  const step = 10 * unitsPerDegree * scale;
  const lines = (from: number, to: number) => {
    const first = from + step * Math.ceil(-from / step);
    return Array.from({ length: Math.max(0, Math.ceil((to - first) / step)) }, (_, line) =>
      (first + line * step).toFixed(1),
    );
  };
  const meridians = lines(origin[0], width).map((x) => `M${x} 0V${height}`);
  const parallels = [-80, -70, -60, -50, -40, -30, -20, -10, 0, 10, 20, 30, 40, 50, 60, 70, 80]
    .map((latitude) => origin[1] + scale * mapPoint({ longitude: 0, latitude })[1])
    .filter((y) => y > 0 && y < height)
    .map((y) => `M0 ${y.toFixed(1)}H${width}`);
  return [...meridians, ...parallels].join("");
}

function landTransforms({ scale, origin }: View, { width }: Size): string[] {
  const turnPixels = turn * scale;
  // Land reaches a little beyond the 180th meridian.
  const first = Math.floor((-origin[0] - turnPixels / 2) / turnPixels);
  const last = Math.ceil((width - origin[0] + turnPixels / 2) / turnPixels);
  return Array.from({ length: last - first + 1 }, (_, place) => {
    const x = origin[0] + (first + place) * turnPixels;
    return `translate(${x.toFixed(1)} ${origin[1].toFixed(1)}) scale(${scale.toFixed(5)})`;
  });
}

function namedStops(courses: readonly ChartCourse[], lines: readonly (readonly Point[])[]) {
  const ends = courses.flatMap(({ from, to, tone }, place) => [
    { name: from.name, spot: lines[place]?.[0], isReached: tone === "done" || tone === "moving" },
    { name: to.name, spot: lines[place]?.at(-1), isReached: tone === "done" },
  ]);
  const names = [...new Set(ends.map(({ name }) => name))];
  return names.map((name) => {
    const same = ends.filter((end) => end.name === name);
    const [x, y] = same[0]?.spot ?? [0, 0];
    return { name, x, y, isReached: same.some((end) => end.isReached) };
  });
}

/** The place in map units, on the side of the earth where the courses are. */
function mapMarker(place: ChartPlace, courses: readonly Point[]): Point {
  const [x, y] = mapPoint(place);
  const [nearX = x] = courses.at(-1) ?? [];
  return [x + Math.round((nearX - x) / turn) * turn, y];
}

type Stop = ReturnType<typeof namedStops>[number];

/** The stop at the marked place: the end of a course that has its name, otherwise one of its own. */
function markedStop(
  { name, point }: { readonly name: string; readonly point: Point },
  ends: readonly Stop[],
  { toPixels }: View,
): Stop {
  const [x, y] = toPixels(point);
  return ends.find((end) => end.name === name) ?? { name, x, y, isReached: true };
}

/**
 * Computes the chart of the region that the courses cross, fitted to `size`.
 * @param place is marked; it is named where no course ends.
 */
export function drawChart(
  courses: readonly ChartCourse[],
  size: Size,
  place: ChartPlace | null = null,
): DrawnChart {
  const mapped = mapCourses(courses);
  const points = mapped.flat();
  const marked = place === null ? null : { name: place.name, point: mapMarker(place, points) };
  const view = fittedView(marked === null ? points : [...points, marked.point], size);
  const lines = mapped.map((points) => points.map(view.toPixels));
  const ends = namedStops(courses, lines);
  const marker = marked === null ? null : markedStop(marked, ends, view);
  const stops = marker === null || ends.includes(marker) ? ends : [...ends, marker];
  return {
    landTransforms: landTransforms(view, size),
    graticule: drawGraticule(view, size),
    courses: courses.flatMap((course, index) =>
      isOneSpot(course)
        ? []
        : [
            {
              key: course.key,
              tone: course.tone,
              path: `M${(lines[index] ?? []).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`,
            },
          ],
    ),
    stops: placeLabels(stops, lines.flat(), size).map((label, index) => ({
      ...label,
      isReached: stops[index]?.isReached ?? false,
    })),
    marker,
  };
}

/** Places the labels of a chart so that they neither overlap nor leave the chart. */

type Spot = { readonly name: string; readonly x: number; readonly y: number };
type Size = { readonly width: number; readonly height: number };
type Box = { left: number; right: number; top: number; bottom: number };

/** A name with its text anchor and the point it belongs to. */
type PlacedLabel = Spot & {
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
