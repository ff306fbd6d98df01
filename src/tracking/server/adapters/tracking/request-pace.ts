import { setTimeout } from "node:timers/promises";
import { TrackingError } from "./tracking.ts";

/**
 * Waits until the next request may start, so that requests of this process start at least `pauseMilliseconds` apart.
 * Throws `rate_limited` at once where that would take longer than `maxWaitMilliseconds`.
 */
export function createRequestPace(
  pauseMilliseconds: number,
  maxWaitMilliseconds = 5_000,
): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    const now = performance.now();
    const startAt = Math.max(now, nextAt);
    if (startAt - now > maxWaitMilliseconds) {
      const seconds = Math.ceil((startAt - now) / 1000);
      throw new TrackingError("rate_limited", "Too many requests wait for the provider.", seconds);
    }
    nextAt = startAt + pauseMilliseconds;
    if (startAt > now) await setTimeout(startAt - now);
  };
}
