// What 17TRACK knows about a number, in our words.
import type { ProviderEvent, ProviderTime, ProviderTracker } from "./tracking.ts";
import { stageOf } from "./seventeen-track-stages.ts";
import type { TrackEvent, Tracked } from "./seventeen-track-shapes.ts";

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
