import type { LegStatus } from "#tracking/rules/package-status.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import classes from "./package-details.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

/** A leg to draw; without `status` it is only planned. */
export type JourneyLeg = {
  readonly legNumber: number;
  readonly origin: string;
  readonly destination: string;
  readonly status?: LegStatus;
};

const segmentStates = {
  pending: "waiting",
  in_transit: "moving",
  delivered: "done",
  cancelled: "stopped",
  voided: "stopped",
} as const satisfies Record<LegStatus, string>;

type SegmentState = (typeof segmentStates)[LegStatus] | "planned";

function segmentState(leg: JourneyLeg): SegmentState {
  return leg.status === undefined ? "planned" : segmentStates[leg.status];
}

type Stop = {
  readonly name: string;
  readonly isReached: boolean;
  /** The leg that ends here; null for the first stop, and where a leg does not start at the end of the previous one. */
  readonly arrival: JourneyLeg | null;
};

function stopsOf(legs: readonly JourneyLeg[]): readonly Stop[] {
  return legs.flatMap((leg, index) => {
    const state = segmentState(leg);
    const isContinuation = legs[index - 1]?.destination === leg.origin;
    const arrival = { name: leg.destination, isReached: state === "done", arrival: leg };
    const departure = { name: leg.origin, isReached: state !== "waiting", arrival: null };
    return isContinuation ? [arrival] : [departure, arrival];
  });
}

/** The legs as a line of stops; the details are listed beside it as text. */
export function JourneyLine(props: { legs: readonly JourneyLeg[] }) {
  return (
    <ol
      className={`plain-list ${classes["journeyLine"]}`}
      aria-label={t("package-details.journey")}
    >
      {stopsOf(props.legs).map((stop) => (
        <li
          key={`${stop.name} ${stop.arrival?.legNumber ?? "start"}`}
          className={classes["journeyStop"]}
          data-reached={stop.isReached}
        >
          {stop.arrival === null ? null : (
            <svg
              className={classes["journeySegment"]}
              data-state={segmentState(stop.arrival)}
              viewBox="0 0 100 4"
              preserveAspectRatio="none"
              aria-hidden="true"
              focusable="false"
            >
              <path d="M0 2H100" />
            </svg>
          )}
          <span className={classes["journeyDot"]} aria-hidden="true" />
          <span className={classes["journeyName"]}>{placeName(stop.name)}</span>
        </li>
      ))}
    </ol>
  );
}
