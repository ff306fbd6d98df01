import type { CarrierEvent } from "#tracking/contract/carrier-events.ts";
import { countryByCode, countryByName, type Country } from "#catalogue/rules/country.ts";
import { countryPlace } from "#catalogue/rules/country-place.ts";
import type { LegStatus } from "#tracking/rules/package-status.ts";
import { countryName } from "#catalogue/web/i18n/country-names.ts";
import type { ChartCourse, ChartPlace, CourseTone } from "#ui/web/world-projection.ts";

/** The fields of a leg that the map needs. */
export type MappedLeg = {
  readonly legNumber: number;
  readonly origin: string;
  readonly destination: string;
  readonly status: LegStatus;
};

const tones: Readonly<Record<LegStatus, CourseTone>> = {
  pending: "waiting",
  in_transit: "moving",
  delivered: "done",
  cancelled: "stopped",
  voided: "stopped",
};

function chartPlace(country: Country | null): ChartPlace | null {
  return country === null
    ? null
    : { name: countryName(country.code), ...countryPlace(country.code) };
}

/** The courses to draw. Staff can enter any place, so legs with an unknown country name are left out. */
export function journeyCourses(legs: readonly MappedLeg[]): ChartCourse[] {
  return legs.flatMap((leg) => {
    const [from, to] = [
      chartPlace(countryByName(leg.origin)),
      chartPlace(countryByName(leg.destination)),
    ];
    return from === null || to === null
      ? []
      : [{ key: String(leg.legNumber), from, to, tone: tones[leg.status] }];
  });
}

/** Where carriers last reported the package, as far as they named a country; null until then. */
export function lastReportedPlace(events: readonly CarrierEvent[]): ChartPlace | null {
  const countries = events.flatMap(({ country }) =>
    country === null ? [] : (countryByCode(country) ?? []),
  );
  return chartPlace(countries[0] ?? null);
}
