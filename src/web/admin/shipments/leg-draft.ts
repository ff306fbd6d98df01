/** A leg while it is being written: texts of the form, and how they become what is sent. */
import type { LegFields } from "#core/leg-edit.ts";

/** What the form of a leg holds; times as the browser's date-and-time field writes them, in local time. */
export type LegDraft = {
  origin: string;
  destination: string;
  carrier: string;
  trackingNumber: string;
  estimatedDeparture: string;
  estimatedArrival: string;
  notes: string;
};

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** A moment (ISO 8601) as `2026-03-01T14:05` in the reader's time zone; empty for null. */
function localTimeText(at: string | null): string {
  if (at === null) return "";
  const moment = new Date(at);
  const date = [
    String(moment.getFullYear()).padStart(4, "0"),
    twoDigits(moment.getMonth() + 1),
    twoDigits(moment.getDate()),
  ].join("-");
  return `${date}T${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`;
}

/** A local date and time as ISO 8601 in UTC; null for an empty text or one that is no time. */
function momentOf(localTime: string): string | null {
  const moment = new Date(localTime);
  return localTime === "" || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** The draft to begin with: an existing leg's, or of a new leg that starts where the last one ends. */
export function draftOf(leg: LegFields | null, startsAt = ""): LegDraft {
  return {
    origin: leg?.origin ?? startsAt,
    destination: leg?.destination ?? "",
    carrier: leg?.carrier ?? "",
    trackingNumber: leg?.trackingNumber ?? "",
    estimatedDeparture: localTimeText(leg?.estimatedDeparture ?? null),
    estimatedArrival: localTimeText(leg?.estimatedArrival ?? null),
    notes: leg?.notes ?? "",
  };
}

/** A time that was not touched keeps its seconds. */
function timeToSend(draft: string, before: string | null): string | null {
  return draft === localTimeText(before) ? before : momentOf(draft);
}

/** The draft as it is sent, empties as null and times ISO 8601 in UTC; `leg` is what it was drawn from, null for a new one. */
export function fieldsOf(draft: LegDraft, leg: LegFields | null): LegFields {
  return {
    origin: draft.origin.trim(),
    destination: draft.destination.trim(),
    carrier: draft.carrier.trim() || null,
    trackingNumber: draft.trackingNumber.trim() || null,
    estimatedDeparture: timeToSend(draft.estimatedDeparture, leg?.estimatedDeparture ?? null),
    estimatedArrival: timeToSend(draft.estimatedArrival, leg?.estimatedArrival ?? null),
    notes: draft.notes.trim() || null,
  };
}
