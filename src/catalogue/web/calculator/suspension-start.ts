import type { SuspendedLane } from "#catalogue/rules/lane.ts";
import { dayText } from "#ui/web/figures.tsx";

function isUpcoming({ suspendedOn }: Pick<SuspendedLane, "suspendedOn">): boolean {
  return suspendedOn > new Date().toISOString().slice(0, 10);
}

/** The values of sentences about the start of a suspension, which may be a day to come. */
export function suspensionStart(lane: Pick<SuspendedLane, "suspendedOn">) {
  return { start: isUpcoming(lane) ? "upcoming" : "past", day: dayText(lane.suspendedOn) };
}
