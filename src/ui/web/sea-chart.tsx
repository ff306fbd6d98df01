import { chartPlaces, chartScale, chartSize, graticule, land } from "./sea-chart-drawing.ts";
import classes from "./sea-chart.module.css";
import { t } from "./messages.ts";

export type ChartPlace = keyof typeof chartPlaces;

/** `done` legs are delivered, the `moving` one is in transit, `waiting` ones have not begun. */
export type ChartLeg = {
  from: ChartPlace;
  to: ChartPlace;
  state: "done" | "moving" | "waiting";
};

const placeNames = {
  China: "ui.china",
  "Hong Kong": "ui.hongKong",
  Singapore: "ui.singapore",
  "United States": "ui.unitedStates",
} as const satisfies Record<ChartPlace, string>;

/** How far a leg curves away from the straight line, as a fraction of its length. */
const swing = 0.2;

type LabelPlace = { x: number; y: number; anchor: "start" | "middle" | "end" };

const wideLabels: Readonly<Record<ChartPlace, LabelPlace>> = {
  China: { x: -15, y: 4, anchor: "end" },
  "Hong Kong": { x: 17, y: 3, anchor: "start" },
  Singapore: { x: 0, y: 27, anchor: "start" },
  "United States": { x: 15, y: 18, anchor: "start" },
};

/** Names that do not fit beside their place in the narrow view, in any language, are placed above or below it. */
const narrowLabels: typeof wideLabels = {
  ...wideLabels,
  China: { x: 9, y: -12, anchor: "middle" },
  "United States": { x: 10, y: 27, anchor: "end" },
};

/** The views of the chart: all of it, and for phones its central part in larger type. */
const frames = {
  wide: { box: `0 0 ${chartSize.width} ${chartSize.height}`, scale: 1, labels: wideLabels },
  narrow: { box: "32 -20 912 566", scale: 2.1, labels: narrowLabels },
} as const;

/** The SVG path of a leg from one place to another. */
function legPath(leg: ChartLeg): string {
  const [from, to] = [chartPlaces[leg.from], chartPlaces[leg.to]];
  const controlX = (from.x + to.x) / 2 + (to.y - from.y) * swing;
  const controlY = (from.y + to.y) / 2 - (to.x - from.x) * swing;
  return `M${from.x} ${from.y}Q${controlX.toFixed(1)} ${controlY.toFixed(1)} ${to.x} ${to.y}`;
}

function Leg(props: { leg: ChartLeg; scale: number }) {
  const path = legPath(props.leg);
  return (
    <g data-state={props.leg.state} className={classes["leg"]}>
      <path className={classes["wake"]} d={path} strokeWidth={7 * props.scale} />
      <path className={classes["course"]} d={path} strokeWidth={2.4 * props.scale} />
      {props.leg.state === "moving" ? (
        <g className={classes["vessel"]} style={{ offsetPath: `path("${path}")` }}>
          <circle r={9 * props.scale} className={classes["halo"]} />
          <circle r={4.5 * props.scale} className={classes["dot"]} />
        </g>
      ) : null}
    </g>
  );
}

function Stop(props: { place: ChartPlace; scale: number; label: LabelPlace; isReached: boolean }) {
  const { x, y } = chartPlaces[props.place];
  const { label } = props;
  return (
    <g className={classes["stop"]} data-reached={props.isReached}>
      <circle cx={x} cy={y} r={5 * props.scale} strokeWidth={2.2 * props.scale} />
      <text
        x={x + label.x * props.scale}
        y={y + label.y * props.scale}
        textAnchor={label.anchor}
        fontSize={15 * props.scale}
        strokeWidth={4 * props.scale}
      >
        {t(placeNames[props.place])}
      </text>
    </g>
  );
}

/** The numbers of the degrees in the chart: left of their meridian at its lower edge, and on their parallel at 140°W. */
export const degreeLabels = [
  ...chartScale.meridians.map(({ x, label }) => ({
    label,
    x: x - 4,
    y: chartSize.height - 12,
    anchor: "end" as const,
  })),
  ...chartScale.parallels.map(({ y, label }) => ({
    label,
    x: 790,
    y: y - 5,
    anchor: "start" as const,
  })),
];

/** The frame around the chart, and the degrees. */
function Rule() {
  const { width, height } = chartSize;
  return (
    <g className={classes["rule"]}>
      <path d={`M0 2.5H${width}M0 ${height - 2.5}H${width}`} pathLength={416} />
      {degreeLabels.map(({ label, x, y, anchor }) => (
        <text key={label} x={x} y={y} textAnchor={anchor}>
          {label}
        </text>
      ))}
    </g>
  );
}

function Sheet(props: { legs: readonly ChartLeg[]; frame: keyof typeof frames }) {
  const { box, scale, labels } = frames[props.frame];
  const stops = [...new Set(props.legs.flatMap((leg) => [leg.from, leg.to]))];
  const reached = new Set(
    props.legs.flatMap((leg) => {
      if (leg.state === "waiting") return [];
      return leg.state === "done" ? [leg.from, leg.to] : [leg.from];
    }),
  );
  return (
    <svg className={classes[props.frame]} viewBox={box} aria-hidden="true" focusable="false">
      <use href="#sea-chart-lines" className={classes["graticule"]} />
      <use href="#sea-chart-land" className={classes["shoal"]} strokeWidth={16} />
      <use href="#sea-chart-land" className={classes["shoal"]} strokeWidth={7} />
      <use href="#sea-chart-land" className={classes["land"]} />
      {props.frame === "wide" ? <Rule /> : null}
      {props.legs.map((leg) => (
        <Leg key={`${leg.from} ${leg.to}`} leg={leg} scale={scale} />
      ))}
      {stops.map((place) => (
        <Stop
          key={place}
          place={place}
          scale={scale}
          label={labels[place]}
          isReached={reached.has(place)}
        />
      ))}
    </svg>
  );
}

/**
 * Draws the legs on real coastlines. Only one per page, because both views share one drawing by its id.
 * @param props.label the accessible description.
 */
export function SeaChart(props: { legs: readonly ChartLeg[]; label: string }) {
  return (
    <div className={classes["chart"]} role="img" aria-label={props.label}>
      <svg width="0" height="0" className={classes["source"]} aria-hidden="true" focusable="false">
        <path id="sea-chart-land" d={land} />
        <path id="sea-chart-lines" d={graticule} />
      </svg>
      <Sheet legs={props.legs} frame="wide" />
      <Sheet legs={props.legs} frame="narrow" />
    </div>
  );
}
