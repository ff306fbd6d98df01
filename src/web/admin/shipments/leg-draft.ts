import type { LegFields } from "#core/leg-edit.ts";

/** The fields of the leg form; times in the format of `datetime-local` inputs, in local time. */
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

/** An ISO 8601 time as `2026-03-01T14:05` in the reader's time zone; empty for null. */
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

/** A local date and time as ISO 8601 in UTC; null for an empty or invalid text. */
function momentOf(localTime: string): string | null {
  const moment = new Date(localTime);
  return localTime === "" || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** The initial draft of an existing leg, or of a new leg that starts at `startsAt`. */
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

/** An unchanged time keeps its seconds, which the input does not show. */
function timeToSend(draft: string, before: string | null): string | null {
  return draft === localTimeText(before) ? before : momentOf(draft);
}

/** The draft as API input, empty texts as null and times in UTC; `leg` is the leg being edited, null for a new one. */
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
