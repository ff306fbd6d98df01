import { isLongRun } from "./long-run.ts";

const slack = isLongRun ? 1 : 5;

/**
 * How long a promise of `milliseconds` may take in a test: as long in the long run, which has the machine for itself, and
 * five times as long in the gate, which only tells slow from never.
 */
export function timeLimit(milliseconds: number): number {
  return milliseconds * slack;
}
