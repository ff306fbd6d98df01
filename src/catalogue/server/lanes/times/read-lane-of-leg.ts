import { countryByName } from "#catalogue/rules/country.ts";
import {
  firstMeasuredMonth,
  laneTimeOf,
  plannedMode,
  silenceOneIn,
  silentDaysOf,
  transitSpanOf,
  type LegService,
  type TransitSpan,
} from "#catalogue/rules/lane-time.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listMonthsOfLane } from "./lane-time-queries.ts";
import { arrivalWords, type ExpectedArrival } from "#catalogue/rules/expected-arrival.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import { translate } from "#platform/server/translate.ts";

/** What is known of a leg's lane. */
export type LaneOfLeg = {
  readonly span: TransitSpan | null;
  /** After how many days without news a leg is silent there. */
  readonly silentDays: number;
  /** Of how many parcels one was without news for at least so many days; null where that was not measured. */
  silenceOneIn(days: number): number | null;
};

/** How long a leg takes by what was measured on its lane by its service, or else by what is published. */
export async function readLaneOfLeg(
  db: Db,
  leg: {
    readonly carrierCode: string | null;
    readonly origin: string;
    readonly destination: string;
    readonly service: LegService | null;
  },
  now: Date,
): Promise<LaneOfLeg> {
  const { carrierCode, service } = leg;
  const [origin, destination] = [countryByName(leg.origin), countryByName(leg.destination)];
  const months =
    carrierCode === null || origin === null || destination === null
      ? []
      : await listMonthsOfLane(
          db,
          {
            carrierCode,
            service: service?.mode ?? plannedMode,
            origin: origin.code,
            destination: destination.code,
          },
          firstMeasuredMonth(now),
        );
  return {
    span: transitSpanOf(carrierCode, laneTimeOf(months), service),
    silentDays: silentDaysOf(months),
    silenceOneIn: (days) => silenceOneIn(months, days),
  };
}

/** When a package arrives, such as "between December 4 and 9", by the calendar in UTC, always with the year. */
export function arrivalText(arrival: ExpectedArrival, language: Language): string {
  // What is stored or sent is read on other days than today.
  const options = { locale: localeOf(language), timeZone: "UTC", now: new Date(0) };
  const { id, days } = arrivalWords(arrival, options);
  return translate(language, `labels.arrival.${id}`, days);
}
