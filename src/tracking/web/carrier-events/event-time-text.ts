import type { CarrierEvent } from "#tracking/contract/carrier-events.ts";
import { momentText, readerLocale } from "#ui/web/figures.tsx";
import { t } from "./messages.ts";

type ClockTime = { readonly day: string; readonly text: string };

/** A time on a clock of the place, `2026-11-21 08:14:00` or only its day, in the reader's locale. */
function clockTime(localTime: string): ClockTime | null {
  const [date = "", time] = localTime.split(" ");
  const clock = new Date(`${date}T${time ?? "00:00:00"}Z`);
  if (Number.isNaN(clock.getTime())) return null;
  const format = { dateStyle: "medium", timeZone: "UTC" } as const;
  const day = clock.toLocaleDateString(readerLocale(), format);
  const text =
    time === undefined
      ? day
      : clock.toLocaleString(readerLocale(), { ...format, timeStyle: "short" });
  return { day, text };
}

/** The reader's own time; without the day where it is that of the place. */
function ownTimeText(occurredAt: string, { day }: ClockTime): string {
  if (momentText(occurredAt) !== day) return momentText(occurredAt, true);
  return new Date(occurredAt).toLocaleTimeString(readerLocale(), { timeStyle: "short" });
}

/** When an event happened: on the clock of its place and, where that differs, on the reader's. */
export function eventTimeText(event: CarrierEvent): string {
  const { localTime, occurredAt, timeConfidence } = event;
  const full = momentText(occurredAt, true);
  const clock = clockTime(localTime);
  if (timeConfidence === "received" || clock === null) {
    return t("carrier-events.reportedAt", { time: full });
  }
  const { text: local } = clock;
  if (timeConfidence === "date") return t("carrier-events.dayOnly", { day: local });
  if (local === full) return full;
  const own = ownTimeText(occurredAt, clock);
  return timeConfidence === "exact"
    ? t("carrier-events.bothTimes", { local, own })
    : t("carrier-events.aboutBothTimes", { local, own });
}
