import type { CarrierEvent } from "#contract/carrier-events.ts";
import { momentText, readerLocale } from "#web/ui/figures.tsx";
import { t } from "./messages.ts";

/** A time on a clock of the place, `2026-11-21 08:14:00` or only its day, in the reader's locale. */
function clockText(localTime: string): string | null {
  const [day = "", time] = localTime.split(" ");
  const clock = new Date(`${day}T${time ?? "00:00:00"}Z`);
  if (Number.isNaN(clock.getTime())) return null;
  return clock.toLocaleString(readerLocale(), {
    dateStyle: "medium",
    ...(time !== undefined && { timeStyle: "short" }),
    timeZone: "UTC",
  });
}

/** When an event happened: on the clock of its place and, where that differs, on the reader's. */
export function eventTimeText(event: CarrierEvent): string {
  const { localTime, occurredAt, timeConfidence } = event;
  const own = momentText(occurredAt, true);
  const local = clockText(localTime);
  if (timeConfidence === "received" || local === null) {
    return t("carrier-events.reportedAt", { time: own });
  }
  if (timeConfidence === "date") return t("carrier-events.dayOnly", { day: local });
  if (local === own) return own;
  return timeConfidence === "exact"
    ? t("carrier-events.bothTimes", { local, own })
    : t("carrier-events.aboutBothTimes", { local, own });
}
