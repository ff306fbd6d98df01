import * as z from "zod/mini";
import type { LegField, LegFields } from "#goods/rules/leg-edit.ts";
import { requiredText } from "#ui/web/field-rules.ts";
import { t } from "#ui/web/i18n/messages.tsx";

type LegTexts = Readonly<Record<LegField, string>>;

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** An ISO 8601 time in UTC as `2026-03-01T14:05` in the reader's time zone; a typed local time as it is. */
export function localTimeText(at: string): string {
  if (!at.endsWith("Z")) return at;
  const moment = new Date(at);
  const date = [
    String(moment.getFullYear()).padStart(4, "0"),
    twoDigits(moment.getMonth() + 1),
    twoDigits(moment.getDate()),
  ].join("-");
  return `${date}T${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`;
}

/** A time in UTC, or a typed local one, as ISO 8601 in UTC; null for an empty or invalid text. */
export function momentOf(time: string): string | null {
  if (time.endsWith("Z")) return time;
  const moment = new Date(time);
  return time === "" || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** The initial texts of an existing leg, or of a new leg that starts at `startsAt`. */
export function textsOf(leg: LegFields | null, startsAt: string): LegTexts {
  return {
    origin: leg?.origin ?? startsAt,
    destination: leg?.destination ?? "",
    carrier: leg?.carrier ?? "",
    trackingNumber: leg?.trackingNumber ?? "",
    estimatedDeparture: leg?.estimatedDeparture ?? "",
    estimatedArrival: leg?.estimatedArrival ?? "",
    notes: leg?.notes ?? "",
  };
}

/** The texts as API input, empty ones as null and times in UTC. */
export function fieldsOf(texts: LegTexts): LegFields {
  return {
    origin: texts.origin.trim(),
    destination: texts.destination.trim(),
    carrier: texts.carrier.trim() || null,
    trackingNumber: texts.trackingNumber.trim() || null,
    estimatedDeparture: momentOf(texts.estimatedDeparture),
    estimatedArrival: momentOf(texts.estimatedArrival),
    notes: texts.notes.trim() || null,
  };
}

const required = requiredText(() => t("toasts.missingPackageInformation.description"));

export const legSchema = z.pipe(
  z.object({
    origin: required,
    destination: required,
    carrier: z.string(),
    trackingNumber: z.string(),
    estimatedDeparture: z.string(),
    estimatedArrival: z.string(),
    notes: z.string(),
  }),
  z.transform(fieldsOf),
);
