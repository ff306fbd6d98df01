import { useElementSize } from "@mantine/hooks";
import classes from "./world-chart.module.css";
import { land } from "./world-land.ts";
import { drawChart, type ChartCourse, type ChartPlace } from "./world-projection.ts";

/** Tall enough for a journey from north to south, without filling a phone's screen. */
function heightFor(width: number): number {
  return Math.round(Math.min(Math.max(width * 0.52, 220), 360));
}

/**
 * A map with courses drawn as great circles, and the names of their ends, fitted to the available width.
 * @param props.label the accessible description, which also names the marked place.
 */
export function WorldChart(props: {
  courses: readonly ChartCourse[];
  label: string;
  marked?: ChartPlace | null;
}) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const height = heightFor(width);
  const chart = width < 80 ? null : drawChart(props.courses, { width, height }, props.marked);
  return (
    <div ref={ref} className={classes["chart"]} role="img" aria-label={props.label}>
      <svg
        width="100%"
        height={height}
        viewBox={`0 0 ${Math.max(width, 1)} ${height}`}
        aria-hidden="true"
        focusable="false"
        className={classes["sheet"]}
      >
        {chart === null ? null : (
          <>
            <path d={chart.graticule} className={classes["graticule"]} />
            {chart.landTransforms.map((transform) => (
              <g key={transform} transform={transform}>
                <path d={land} className={classes["shoal"]} />
                <path d={land} className={classes["land"]} />
              </g>
            ))}
            {chart.courses.map((course) => (
              <g key={course.key} data-tone={course.tone} className={classes["course"]}>
                <path d={course.path} className={classes["wake"]} />
                <path d={course.path} className={classes["line"]} />
              </g>
            ))}
            {chart.marker === null ? null : (
              <circle
                cx={chart.marker.x}
                cy={chart.marker.y}
                r={11}
                className={classes["marker"]}
                data-marker=""
              />
            )}
            {chart.stops.map((stop) => (
              <g key={stop.name} className={classes["stop"]} data-reached={stop.isReached}>
                <circle cx={stop.x} cy={stop.y} r={5} />
                <text x={stop.labelX} y={stop.labelY} textAnchor={stop.anchor}>
                  {stop.name}
                </text>
              </g>
            ))}
          </>
        )}
      </svg>
    </div>
  );
}
