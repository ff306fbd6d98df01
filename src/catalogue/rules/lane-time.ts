// How long legs take on a lane: what was measured, and the span that follows for a leg.
import { addBusinessDays, addDays, addMonths, addWeeks } from "#platform/rules/calendar.ts";
import { deliveryTimes, rateCarrierIds, shippingServices } from "./shipping-rate.ts";
import { plannedBusinessDays } from "./route-plan.ts";
import type { ServiceMode, ShippingService } from "./shipping-service.ts";

/** Figures of design: how much must have been measured, and when a leg counts as late or silent. */
export const laneTimeLimits = {
  /** The last day of a histogram, which also counts everything longer. */
  lastDay: 60,
  minParcels: 20,
  months: 6,
  lateBusinessDays: 1,
  minSilentDays: 5,
} as const;

/** How a leg goes for which no service was accepted: legs are planned by air. */
export const plannedMode: ServiceMode = "air";

/** The service by which a leg goes. */
export type LegService = Pick<
  ShippingService,
  "mode" | "deliveryMin" | "deliveryMax" | "deliveryUnit"
> & {
  /** How many legs its times are of. */
  readonly legCount: number;
};

/** How many parcels took each number of whole days, from 0 to `lastDay`. */
export type DaysHistogram = readonly number[];

/** What was measured on a lane in a month of arrivals. */
export type LaneMonth = {
  /** The month's first day, YYYY-MM-DD. */
  readonly month: string;
  /** Days from departure to arrival, begun ones counted. */
  readonly daysHistogram: DaysHistogram;
  /** Full days of the longest time without news, of legs whose carrier reported something. */
  readonly silenceHistogram: DaysHistogram;
};

/** The sum of histograms, day by day. */
export function addHistograms(histograms: readonly DaysHistogram[]): number[] {
  return Array.from({ length: laneTimeLimits.lastDay + 1 }, (_, day) =>
    histograms.reduce((sum, histogram) => sum + (histogram[day] ?? 0), 0),
  );
}

/** How many parcels took at least `day` days. */
export function countFromDay(histogram: DaysHistogram, day: number): number {
  return histogram.slice(Math.max(0, day)).reduce((sum, count) => sum + count, 0);
}

/**
 * The first day by which at least `percent` of the parcels had arrived (nearest rank); null without parcels.
 * @param percent above 0, at most 100.
 */
export function percentileDay(histogram: DaysHistogram, percent: number): number | null {
  const rank = Math.ceil((countFromDay(histogram, 0) * percent) / 100);
  let counted = 0;
  for (const [day, count] of histogram.entries()) {
    counted += count;
    if (count > 0 && counted >= rank) return day;
  }
  return null;
}

/** How long a lane takes; a figure of `lastDay` means that or longer. */
export type LaneTime = {
  readonly halfDays: number;
  /** Nine in ten arrived within these. */
  readonly mostDays: number;
  readonly parcelsCount: number;
  /** The first day of the earliest month with an arrival, YYYY-MM-DD. */
  readonly since: string;
};

/** The first day of the first month that counts at `now`: the current one is the last of six. */
export function firstMeasuredMonth(now: Date): string {
  const thisMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  return addMonths(thisMonth, 1 - laneTimeLimits.months)
    .toISOString()
    .slice(0, 10);
}

/** What the months of a lane say; null with fewer than 20 parcels. */
export function laneTimeOf(months: readonly LaneMonth[]): LaneTime | null {
  const histogram = addHistograms(months.map(({ daysHistogram }) => daysHistogram));
  const parcelsCount = countFromDay(histogram, 0);
  if (parcelsCount < laneTimeLimits.minParcels) return null;
  const since = months
    .filter(({ daysHistogram }) => countFromDay(daysHistogram, 0) > 0)
    .map(({ month }) => month)
    .toSorted()
    .at(0);
  const halfDays = percentileDay(histogram, 50);
  const mostDays = percentileDay(histogram, 90);
  if (since === undefined || halfDays === null || mostDays === null) return null;
  return { halfDays, mostDays, parcelsCount, since };
}

function silencesOf(months: readonly LaneMonth[]): number[] | null {
  const histogram = addHistograms(months.map(({ silenceHistogram }) => silenceHistogram));
  return countFromDay(histogram, 0) < laneTimeLimits.minParcels ? null : histogram;
}

/**
 * After how many days without news a leg is silent: 5, or twice the 90th percentile of the longest time without news on
 * its lane where that is more and was measured for at least 20 parcels.
 */
export function silentDaysOf(months: readonly LaneMonth[]): number {
  const histogram = silencesOf(months);
  const usual = histogram === null ? null : percentileDay(histogram, 90);
  return Math.max(laneTimeLimits.minSilentDays, 2 * (usual ?? 0));
}

/**
 * Of how many parcels one was without news for at least `days` on the lane, such as 12 for 1 in 12; null where fewer than
 * 20 were measured, or it happened to none of them.
 */
export function silenceOneIn(months: readonly LaneMonth[], days: number): number | null {
  const histogram = silencesOf(months);
  if (histogram === null || days > laneTimeLimits.lastDay) return null;
  const count = countFromDay(histogram, days);
  return count === 0 ? null : Math.round(countFromDay(histogram, 0) / count);
}

/** What a span is based on: our own parcels, what the carrier publishes, or our own plan where it publishes nothing. */
export const estimateBases = ["measured", "published", "planned"] as const;

/** What a span is based on. */
export type EstimateBasis = (typeof estimateBases)[number];

/** How long a leg takes from its departure. */
export type TransitSpan = {
  readonly basis: EstimateBasis;
  /** null where only the latest is known. */
  readonly earliest: number | null;
  readonly latest: number;
  readonly unit: "days" | "business_days" | "weeks";
  /** Of a measured span; otherwise null. */
  readonly parcelsCount: number | null;
  readonly since: string | null;
};

/** What a leg's service or, without one, its carrier publishes by air; null where neither does. */
function publishedTime(carrierCode: string | null, service: LegService | null) {
  if (service?.legCount === 1) {
    const { deliveryMin: earliest, deliveryMax: latest, deliveryUnit: unit } = service;
    return { earliest, latest, unit };
  }
  const publisher = rateCarrierIds.find((id) => id === carrierCode);
  const mode = shippingServices.find((one) => one === (service?.mode ?? plannedMode));
  return publisher === undefined || mode === undefined ? null : deliveryTimes[publisher][mode];
}

/**
 * The span of a leg: the median and the 90th percentile of what was measured, otherwise what its service publishes, or its
 * carrier where no service was accepted. A 90th percentile beyond the histogram is not known. null where neither is known.
 */
export function transitSpanOf(
  carrierCode: string | null,
  measured: LaneTime | null,
  service: LegService | null = null,
): TransitSpan | null {
  if (measured !== null && measured.mostDays < laneTimeLimits.lastDay) {
    const { halfDays: earliest, mostDays: latest, parcelsCount, since } = measured;
    return { basis: "measured", earliest, latest, unit: "days", parcelsCount, since };
  }
  const none = { parcelsCount: null, since: null };
  const published = publishedTime(carrierCode, service);
  if (published !== null) return { basis: "published", ...published, ...none };
  const latest = carrierCode === null ? undefined : plannedBusinessDays(carrierCode);
  if (latest === undefined) return null;
  return { basis: "planned", earliest: null, latest, unit: "business_days", ...none };
}

const addUnits = { days: addDays, business_days: addBusinessDays, weeks: addWeeks } as const;

/** A time between two moments; `earliest` null: not known. */
export type TimeWindow = { readonly earliest: Date | null; readonly latest: Date };

/** When a leg arrives that departs in `departure`. */
export function arrivalOf(span: TransitSpan, departure: TimeWindow): TimeWindow {
  const add = addUnits[span.unit];
  return {
    earliest:
      span.earliest === null || departure.earliest === null
        ? null
        : add(departure.earliest, span.earliest),
    latest: add(departure.latest, span.latest),
  };
}

/** After this moment a leg that departed at `departedAt` is late: one business day after its latest arrival. */
export function lateAfter(span: TransitSpan, departedAt: Date): Date {
  const { latest } = arrivalOf(span, { earliest: departedAt, latest: departedAt });
  return addBusinessDays(latest, laneTimeLimits.lateBusinessDays);
}
