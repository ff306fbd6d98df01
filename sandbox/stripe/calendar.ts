/** Billing periods: the end of a period. */
import type { Interval } from "./resources.ts";

const daySeconds = 86_400;

/**
 * The boundary of the `count`-th period after the anchor, in Unix seconds, UTC. A month that lacks the anchor's day ends
 * on its last day; later months return to the anchor's day, because each is counted from the anchor.
 */
export function addPeriods(anchorSeconds: number, interval: Interval, count: number): number {
  if (interval === "day") return anchorSeconds + count * daySeconds;
  if (interval === "week") return anchorSeconds + count * 7 * daySeconds;
  const months = interval === "year" ? count * 12 : count;
  const anchor = new Date(anchorSeconds * 1000);
  const first = new Date(Date.UTC(anchor.getUTCFullYear(), anchor.getUTCMonth() + months, 1));
  const lastDay = new Date(
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0),
  ).getUTCDate();
  const day = Math.min(anchor.getUTCDate(), lastDay);
  const secondsIntoDay = anchorSeconds % daySeconds;
  return first.getTime() / 1000 + (day - 1) * daySeconds + secondsIntoDay;
}

/** The first boundary after a time, counted from the anchor by the interval of a price. */
export function nextBoundary(
  anchorSeconds: number,
  rhythm: { interval: Interval; interval_count: number },
  afterSeconds: number,
): number {
  for (let count = rhythm.interval_count; ; count += rhythm.interval_count) {
    const boundary = addPeriods(anchorSeconds, rhythm.interval, count);
    if (boundary > afterSeconds) return boundary;
  }
}
