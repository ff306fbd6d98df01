// When a package arrives, as everybody is told: on pages, by email and under the bell.

import { dayRange } from "#platform/rules/calendar.ts";

/** Either the days between which it arrives, or that this depends on the service, which nobody has chosen yet. */
export type ExpectedArrival =
  | { readonly kind: "depends_on_service" }
  | {
      readonly kind: "window";
      /** ISO 8601; null: only the latest is known. */
      readonly earliestAt: string | null;
      readonly latestAt: string;
    };

/** What is expected of a leg. */
type Expected = {
  readonly earliestAt: string | null;
  readonly latestAt: string | null;
  readonly dependsOnService: boolean;
};

/** When a package arrives, by what is expected of its legs, in order; null where that is not known, or should have been before `now`. */
export function expectedArrival(estimates: readonly Expected[], now: Date): ExpectedArrival | null {
  const last = estimates.at(-1);
  if (last === undefined) return null;
  if (last.dependsOnService) return { kind: "depends_on_service" };
  const { earliestAt, latestAt } = last;
  if (latestAt === null || new Date(latestAt) < now) return null;
  return { kind: "window", earliestAt, latestAt };
}

/** The words of an arrival: which sentence, and its days. */
export function arrivalWords(
  arrival: ExpectedArrival,
  options: { readonly locale: string; readonly timeZone?: string; readonly now: Date },
): {
  readonly id: "between" | "by" | "depends_on_service";
  readonly days: { readonly earliest: string; readonly latest: string };
} {
  if (arrival.kind === "depends_on_service") {
    return { id: "depends_on_service", days: { earliest: "", latest: "" } };
  }
  const { earliestAt, latestAt } = arrival;
  const days = dayRange(earliestAt ?? latestAt, latestAt, options);
  return { id: days.earliest === days.latest ? "by" : "between", days };
}
