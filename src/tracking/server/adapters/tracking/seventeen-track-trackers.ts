// What 17TRACK knows about a number, in our words.
import type { ProviderEvent, ProviderTime, ProviderTracker } from "./tracking.ts";
import * as z from "zod";
import type { TrackingStage } from "#tracking/rules/tracking-stages.ts";

const dayPattern = /^(\d{4}-\d{2}-\d{2})/;
const timePattern = /^(\d{2}:\d{2})(?::(\d{2}))?/;

function dayOf(text: string | null | undefined): string | null {
  const day = dayPattern.exec(text ?? "")?.[1] ?? "";
  const moment = new Date(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
  return day !== "" && isDay ? day : null;
}

function timeOf(text: string | null | undefined): string | null {
  const [, minutes, seconds = "00"] = timePattern.exec(text ?? "") ?? [];
  if (minutes === undefined) return null;
  const time = `${minutes}:${seconds}`;
  return Number.isNaN(Date.parse(`2026-01-01T${time}Z`)) ? null : time;
}

/** Minutes of `+08:00`, `-0530` or `Z`; null for all else. */
function offsetOf(timezone: string | null | undefined): number | null {
  if (timezone === "Z") return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(timezone ?? "") ?? [];
  if (hours === undefined) return null;
  const offset = Number(hours) * 60 + Number(minutes);
  if (offset > 14 * 60) return null;
  return sign === "-" && offset !== 0 ? -offset : offset;
}

/**
 * The carrier's own time where there is one. `time_iso` may have an offset that 17TRACK guessed, so only its local time
 * is believed. Null without any day.
 */
function occurredAt({
  time_raw: raw,
  time_iso: iso,
  time_utc: utc,
}: TrackEvent): ProviderTime | null {
  const rawDay = dayOf(raw?.date);
  if (rawDay !== null) {
    const time = timeOf(raw?.time);
    return { date: rawDay, time, utcOffsetMinutes: time === null ? null : offsetOf(raw?.timezone) };
  }
  const isoDay = dayOf(iso);
  if (isoDay !== null)
    return { date: isoDay, time: timeOf(iso?.slice(11)), utcOffsetMinutes: null };
  const utcDay = dayOf(utc);
  if (utcDay === null) return null;
  const time = timeOf(utc?.slice(11));
  return { date: utcDay, time, utcOffsetMinutes: time === null ? null : 0 };
}

function placeOf({ location, address }: TrackEvent): string | null {
  const parts = [address?.city, address?.state].filter((part) => part);
  return location?.trim() || parts.join(", ") || null;
}

/** Null for an event without a day, which has no place in a timeline. */
function toEvent(event: TrackEvent): ProviderEvent | null {
  const occurred = occurredAt(event);
  if (occurred === null) return null;
  const providerStatus = event.sub_status || event.stage || "";
  const country = event.address?.country?.toUpperCase() ?? "";
  return {
    stage: stageOf(providerStatus),
    providerStatus,
    occurred,
    description: event.description ?? "",
    place: placeOf(event),
    country: /^[A-Z]{2}$/.test(country) ? country : null,
  };
}

function stateOf({ track_info: info }: Tracked, isStopped: boolean): ProviderTracker["state"] {
  if (isStopped) return "ended";
  return info?.latest_status?.status === "NotFound" ? "not_found" : "following";
}

export function carrierText(key: number | null | undefined): string | null {
  return key ? String(key) : null;
}

/** `isStopped`: 17TRACK says that it follows the number no longer. */
export function toTracker(tracked: Tracked, isStopped = false): ProviderTracker {
  const providers = tracked.track_info?.tracking?.providers ?? [];
  return {
    trackingNumber: tracked.number,
    providerCarrier: carrierText(tracked.carrier),
    tag: tracked.tag || null,
    state: stateOf(tracked, isStopped),
    events: providers
      .flatMap(({ events }) => events ?? [])
      .map(toEvent)
      .filter((event) => event !== null),
  };
}

const text = z.string().nullish();
const carrierKey = z.number().int().nonnegative().nullish();

const trackEvent = z.object({
  time_iso: text,
  time_utc: text,
  time_raw: z
    .object({ date: text, time: text, timezone: text })
    .partial()
    .nullish()
    // Malformed parts count as missing, so that one odd event does not hide the others.
    .catch(null),
  description: text,
  location: text,
  stage: text,
  sub_status: text,
  address: z.object({ country: text, state: text, city: text }).partial().nullish().catch(null),
});

type TrackEvent = z.infer<typeof trackEvent>;

const tracked = z.object({
  number: z.string().min(1),
  carrier: carrierKey,
  tag: text,
  track_info: z
    .object({
      latest_status: z.object({ status: text, sub_status: text }).nullish(),
      tracking: z
        .object({
          providers: z.array(z.object({ events: z.array(trackEvent).nullish() })).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

type Tracked = z.infer<typeof tracked>;

const rejected = z.object({
  number: z.string(),
  carrier: carrierKey,
  error: z.object({ code: z.number().int(), message: z.string() }),
});

export type Rejected = z.infer<typeof rejected>;

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    accepted: z.array(item).nullish(),
    rejected: z.array(rejected).nullish(),
  });

const number = z.object({ number: z.string().min(1), carrier: carrierKey });

export const numbersAnswer = listOf(number);
export const trackersAnswer = listOf(tracked);
export const quotaAnswer = z.object({
  quota_total: z.number().int().nonnegative(),
  quota_used: z.number().int().nonnegative(),
});

/** What surrounds every answer; a `code` other than 0 is an error of the whole request. */
export const envelope = z.object({ code: z.number().int(), data: z.unknown() });

export const requestErrors = z.object({
  errors: z.array(z.object({ code: z.number().int(), message: z.string() })).min(1),
});

/** A push. Other events than these two carry no tracker. */
export const push = z.object({ event: z.string(), data: z.unknown() });
export const pushedTracker = tracked;

/** By 17TRACK's sub status, and by its status for sub statuses that are newer than this table. */
const stagesByStatus = new Map<string, TrackingStage>(
  Object.entries({
    NotFound: "unknown_number",
    NotFound_Other: "unknown_number",
    NotFound_InvalidCode: "unknown_number",
    InfoReceived: "announced",
    InTransit: "moving",
    InTransit_PickedUp: "picked_up",
    InTransit_Other: "moving",
    InTransit_Departure: "departed",
    InTransit_Arrival: "arrived",
    InTransit_CustomsProcessing: "customs",
    InTransit_CustomsReleased: "customs_released",
    InTransit_CustomsRequiringInformation: "customs_information_required",
    Expired: "expired",
    Expired_Other: "expired",
    AvailableForPickup: "ready_for_collection",
    AvailableForPickup_Other: "ready_for_collection",
    OutForDelivery: "out_for_delivery",
    OutForDelivery_Other: "out_for_delivery",
    DeliveryFailure: "attempt_failed",
    DeliveryFailure_Other: "attempt_failed",
    DeliveryFailure_NoBody: "attempt_failed",
    DeliveryFailure_Security: "attempt_failed",
    DeliveryFailure_Rejected: "attempt_failed",
    DeliveryFailure_InvalidAddress: "attempt_failed",
    Delivered: "delivered",
    Delivered_Other: "delivered",
    // An exception without a reason claims the least: that it takes longer.
    Exception: "delayed",
    Exception_Other: "delayed",
    Exception_Returning: "returning",
    Exception_Returned: "returned",
    Exception_NoBody: "stopped",
    Exception_Security: "stopped",
    Exception_Damage: "damaged",
    Exception_Rejected: "refused",
    Exception_Delayed: "delayed",
    Exception_Lost: "lost",
    Exception_Destroyed: "destroyed",
    Exception_Cancel: "stopped",
  } satisfies Record<string, TrackingStage>),
);

/** The stage of a status such as `InTransit_Arrival`; null for a status that is not known. */
export function stageOf(providerStatus: string): TrackingStage | null {
  const [status = ""] = providerStatus.split("_", 1);
  return stagesByStatus.get(providerStatus) ?? stagesByStatus.get(status) ?? null;
}
