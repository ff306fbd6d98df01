// Which of the events that carriers report customers are notified about.
import { packageReports, type PackageReport } from "#notices/rules/notification.ts";
import type { LegStatus } from "./package-status.ts";
import type { LegEvent } from "./tracking-rules.ts";

/** What is known later than this is history. */
const reportMilliseconds = 3 * 86_400_000;

export type ReportedStage = {
  readonly stage: PackageReport | "ready_for_collection";
  readonly legNumber: number;
  /** The same for what is notified once. */
  readonly key: string;
};

function isReported(stage: string | null): stage is ReportedStage["stage"] {
  // The others follow from a leg's status, and are notified with it.
  if (stage === null || stage === "delivered") return false;
  return stage === "ready_for_collection" || (packageReports as readonly string[]).includes(stage);
}

type StageEvent = Pick<LegEvent, "key" | "stage" | "occurredAt" | "receivedAt" | "legNumbers">;

/** Carriers tell times to the second: of events of the same one, the one that was received later is newer. */
function newestFirst(one: StageEvent, other: StageEvent): number {
  return (
    other.occurredAt.getTime() - one.occurredAt.getTime() ||
    other.receivedAt.getTime() - one.receivedAt.getTime() ||
    other.key.localeCompare(one.key, "en", { numeric: true })
  );
}

/**
 * The stage of the newest event of the last leg that is on its way, where customers are notified of it: once for each
 * leg, of a failed attempt once a day. They are not notified of older events, also when these arrive later.
 */
export function reportedStageOf(
  legs: readonly { readonly legNumber: number; readonly status: LegStatus }[],
  events: readonly StageEvent[],
  now: Date,
): ReportedStage | null {
  const last = legs.findLast(({ status }) => status === "in_transit");
  if (last === undefined) return null;
  const { legNumber } = last;
  const newest = events
    .filter(({ legNumbers, stage }) => stage !== null && legNumbers.includes(legNumber))
    .toSorted(newestFirst)[0];
  if (newest === undefined || !isReported(newest.stage)) return null;
  const { stage, occurredAt } = newest;
  if (now.getTime() - occurredAt.getTime() > reportMilliseconds) return null;
  const day = stage === "attempt_failed" ? ` ${occurredAt.toISOString().slice(0, 10)}` : "";
  return { stage, legNumber, key: `${legNumber} ${stage}${day}` };
}
