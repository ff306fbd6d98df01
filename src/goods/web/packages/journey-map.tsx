import type { CarrierEvent } from "#tracking/contract/carrier-events.ts";
import type { LegStatus } from "#tracking/rules/package-status.ts";
import { statusLabel } from "#tracking/web/i18n/status-label.ts";
import { WorldChart } from "#ui/web/world-chart.tsx";
import { journeyCourses, lastReportedPlace, type MappedLeg } from "./journey-courses.ts";
import { JourneyLine } from "./journey-line.tsx";
import classes from "./package-details.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { joinSentences } from "#ui/web/i18n/texts.ts";

/** In the order in which a leg goes through them. */
const legend: readonly LegStatus[] = ["delivered", "in_transit", "pending", "cancelled", "voided"];

/** The legs on a map, which marks where carriers last reported them; a line of stops if no leg can be placed on it. */
export function JourneyMap(props: {
  legs: readonly MappedLeg[];
  carrierEvents: readonly CarrierEvent[];
}) {
  const courses = journeyCourses(props.legs);
  const marked = lastReportedPlace(props.carrierEvents);
  if (courses.length === 0) return <JourneyLine legs={props.legs} />;
  const states = legend.filter((status) => props.legs.some((leg) => leg.status === status));
  return (
    <figure className={classes["mapFigure"]}>
      <WorldChart
        courses={courses}
        marked={marked}
        label={journeySentence(props.legs, marked?.name ?? null)}
      />
      <figcaption className={classes["legend"]} aria-hidden="true">
        {states.map((status) => (
          <span key={status} className={classes["mapState"]} data-status={status}>
            {statusLabel(status)}
          </span>
        ))}
        {marked === null ? null : (
          <span className={classes["mapState"]} data-status="marked">
            {t("package-details.lastReported")}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

/**
 * The text alternative of the map.
 * @param reportedIn the country where carriers last reported the package; null if unknown.
 */
export function journeySentence(
  legs: readonly MappedLeg[],
  reportedIn: string | null = null,
): string {
  const sentences = legs.map(({ legNumber, origin, destination, status }) =>
    t("package-details.legSentence", {
      number: legNumber,
      origin: placeName(origin),
      destination: placeName(destination),
      status: statusLabel(status),
    }),
  );
  if (reportedIn !== null)
    sentences.push(t("package-details.lastReportedIn", { country: reportedIn }));
  return joinSentences([t("package-details.map"), ...sentences]);
}
