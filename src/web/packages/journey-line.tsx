/** A journey drawn as a line of ports: where it has been, where it is, what lies ahead. */
import type { LegStatus } from "#core/package-status.ts";
import classes from "./journey-line.module.css";

/** One leg to draw; without a `status` it is merely planned. */
export type JourneyLeg = {
  readonly legNumber: number;
  readonly origin: string;
  readonly destination: string;
  readonly status?: LegStatus;
};

const states = {
  pending: "waiting",
  in_transit: "moving",
  delivered: "done",
  cancelled: "stopped",
  voided: "stopped",
} as const satisfies Record<LegStatus, string>;

type CourseState = (typeof states)[LegStatus] | "planned";

function courseState(leg: JourneyLeg): CourseState {
  return leg.status === undefined ? "planned" : states[leg.status];
}

type Stop = {
  readonly name: string;
  readonly isReached: boolean;
  /** The leg that leads here; null for the first port, and where one leg does not begin where the last ended. */
  readonly arrival: JourneyLeg | null;
};

function stopsOf(legs: readonly JourneyLeg[]): readonly Stop[] {
  return legs.flatMap((leg, index) => {
    const state = courseState(leg);
    const follows = legs[index - 1]?.destination === leg.origin;
    const arrival = { name: leg.destination, isReached: state === "done", arrival: leg };
    const departure = { name: leg.origin, isReached: state !== "waiting", arrival: null };
    return follows ? [arrival] : [departure, arrival];
  });
}

/** Draws the legs in their order; what each is and how it stands is told in words beside it. */
export function JourneyLine(props: { legs: readonly JourneyLeg[] }) {
  return (
    <ol className={classes["line"]} aria-label="Journey">
      {stopsOf(props.legs).map((stop) => (
        <li
          key={`${stop.name} ${stop.arrival?.legNumber ?? "start"}`}
          className={classes["stop"]}
          data-reached={stop.isReached}
        >
          {stop.arrival === null ? null : (
            <svg
              className={classes["course"]}
              data-state={courseState(stop.arrival)}
              viewBox="0 0 100 4"
              preserveAspectRatio="none"
              aria-hidden="true"
              focusable="false"
            >
              <path d="M0 2H100" />
            </svg>
          )}
          <span className={classes["port"]} aria-hidden="true" />
          <span className={classes["name"]}>{stop.name}</span>
        </li>
      ))}
    </ol>
  );
}
