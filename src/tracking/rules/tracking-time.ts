// When a carrier's event happened, from the time as the carrier wrote it.
import { momentOf } from "#platform/rules/calendar.ts";
import { countryTimeZone } from "#catalogue/rules/country-place.ts";
import { arrivalOf, type TimeWindow, type TransitSpan } from "#catalogue/rules/lane-time.ts";
import type { LegStatus } from "./package-status.ts";

/**
 * How well the moment of an event is known: `exact`; `local_without_zone`, where the zone is that of the country, or UTC;
 * `date`, where only the day is known; `received`, where the carrier's time cannot be right.
 */
export const eventTimeConfidences = ["exact", "local_without_zone", "date", "received"] as const;

/** How well the moment of an event is known. */
export type EventTimeConfidence = (typeof eventTimeConfidences)[number];

/** A time as a carrier wrote it. */
export type WrittenTime = {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** `HH:MM:SS`; null when only the day is known. */
  readonly time: string | null;
  /** Of `date` and `time` from UTC; null when it is not known. */
  readonly utcOffsetMinutes: number | null;
};

/** When an event happened; of a day, its beginning. */
type EventTime = {
  readonly occurredAt: Date;
  readonly confidence: EventTimeConfidence;
  /** Of the place's clock from UTC; null when it is not known. */
  readonly utcOffsetMinutes: number | null;
};

const minuteMilliseconds = 60_000;
const hourMilliseconds = 60 * minuteMilliseconds;
/** The zone of an event can be so far from the one that was assumed: UTC is assumed for none, and the earliest is 14 ahead. */
const zoneHours = 14;

/** A clock may be at most this far ahead: the earliest time zone is 26 hours ahead of the latest one. */
const mostHoursAhead = 26;

/** What comes before this moment is a placeholder and not a time. */
const earliestMoment = Date.UTC(2000, 0, 1);

const timePattern = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

function isDay(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const midnight = new Date(`${date}T00:00:00Z`);
  // 2026-02-30 is read as a day of March.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}

/**
 * The moment of an event. A time without zone is of the zone of the event's country, otherwise of the country where the
 * journey began, otherwise of UTC. A time that cannot be read, is more than 26 hours after `receivedAt`, or is later than
 * that without a zone of its own, is replaced by `receivedAt`.
 */
export function resolveEventTime(
  written: WrittenTime,
  facts: {
    readonly country: string | null;
    readonly originCountry: string | null;
    readonly receivedAt: Date;
  },
): EventTime {
  const { receivedAt } = facts;
  const asReceived = {
    occurredAt: receivedAt,
    confidence: "received",
    utcOffsetMinutes: null,
  } as const;
  const { date } = written;
  const time = written.time ?? "00:00:00";
  if (!isDay(date) || !timePattern.test(time)) return asReceived;
  const local = Date.parse(`${date}T${time.padEnd(8, ":00")}Z`);
  const zone = [facts.country, facts.originCountry]
    .flatMap((country) => (country === null ? [] : (countryTimeZone(country) ?? [])))
    .at(0);
  const seconds = local % minuteMilliseconds;
  const moment =
    written.utcOffsetMinutes !== null
      ? local - written.utcOffsetMinutes * minuteMilliseconds
      : zone === undefined
        ? local
        : momentOf(zone, date, time.slice(0, 5)) + seconds;
  // A clock may go wrong, but a zone that is only assumed cannot make an event happen after it was told.
  const hoursAhead = written.utcOffsetMinutes === null ? 0 : mostHoursAhead;
  const latest = receivedAt.getTime() + hoursAhead * hourMilliseconds;
  if (moment > latest || moment < earliestMoment) return asReceived;
  const utcOffsetMinutes =
    written.utcOffsetMinutes ??
    (zone === undefined ? null : Math.round((local - moment) / minuteMilliseconds));
  const zoneConfidence = written.utcOffsetMinutes === null ? "local_without_zone" : "exact";
  return {
    occurredAt: new Date(moment),
    confidence: written.time === null ? "date" : zoneConfidence,
    utcOffsetMinutes,
  };
}

/** How much later than `occurredAt` an event may have happened, in milliseconds. */
export function timeUncertainty(confidence: EventTimeConfidence): number {
  if (confidence === "date") return 24 * hourMilliseconds;
  return confidence === "local_without_zone" ? zoneHours * hourMilliseconds : 0;
}

/** How much earlier than `occurredAt` an event may have happened, in milliseconds. */
export function earlierUncertainty(confidence: EventTimeConfidence): number {
  if (confidence === "received") return mostHoursAhead * hourMilliseconds;
  return confidence === "exact" ? 0 : zoneHours * hourMilliseconds;
}

/** A leg with the span that was fixed when it departed, or that its lane has now. */
export type EstimatedLeg = {
  readonly legNumber: number;
  readonly status: LegStatus;
  readonly departedAt: Date | null;
  readonly estimatedDeparture: Date | null;
  readonly span: TransitSpan | null;
};

/** When a leg arrives; null for one that has ended, or whose arrival is not known. */
type LegArrival = { readonly legNumber: number; readonly window: TimeWindow | null };

function notBefore(window: TimeWindow, now: Date): TimeWindow {
  const later = (moment: Date) => (moment < now ? now : moment);
  const { earliest, latest } = window;
  return { earliest: earliest && later(earliest), latest: later(latest) };
}

/**
 * When each leg arrives, in order. A leg that has departed counts from its departure. A pending one departs when the leg
 * before it arrives, the first one on its estimated date, and none before `now`.
 */
export function legArrivals(legs: readonly EstimatedLeg[], now: Date): LegArrival[] {
  const inRoute = legs.toSorted((one, other) => one.legNumber - other.legNumber);
  const lastDelivered = inRoute.findLastIndex(({ status }) => status === "delivered");
  // null once the arrival of a leg is not known, and with it the departure of the next.
  let departure: TimeWindow | null = { earliest: now, latest: now };
  return inRoute.map((leg, index) => {
    const { legNumber, status, departedAt, span } = leg;
    if (index <= lastDelivered) return { legNumber, window: null };
    const isFirst = index === lastDelivered + 1;
    const isOnItsWay = status === "in_transit" && departedAt !== null;
    if (isOnItsWay) departure = { earliest: departedAt, latest: departedAt };
    else if (isFirst && leg.estimatedDeparture !== null) {
      const planned = leg.estimatedDeparture;
      departure = notBefore({ earliest: planned, latest: planned }, now);
    }
    const hasEnded = status === "cancelled" || status === "voided";
    const window =
      span === null || departure === null || hasEnded ? null : arrivalOf(span, departure);
    departure = window && notBefore(window, now);
    return { legNumber, window };
  });
}
