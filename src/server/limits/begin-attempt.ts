// Limits what takes long to be judged, such as a password: an attempt counts from its beginning, so that many at once
// are limited exactly, but only for as long as judging may take. What was never judged counts no longer.
import { apiError } from "#contract/errors.ts";
import type { AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { attemptLimits, bucketOf, type LimitName } from "./count-attempt.ts";
import { insertAttemptsWithin, replaceAttempts } from "./attempt-queries.ts";

/** Longer than any judging may take; a process that dies meanwhile leaves no more than this. */
const judgingSeconds = 60;

export type Attempt = {
  /** What it was judged to be: these limits count it, the others do not. */
  count(limitNames: readonly LimitName[], db?: Db): Promise<void>;
  /** Runs `work`; when that fails, no limit counts the attempt. */
  judge<Result>(work: () => Promise<Result>): Promise<Result>;
};

/** A place under a limit, which stands as if it had been taken so long ago that it stops counting soon. */
function placeOf([limitName, who]: readonly [LimitName, string], now: Date) {
  const { attempts, seconds } = attemptLimits[limitName];
  const since = new Date(now.getTime() - seconds * 1000);
  const heldSeconds = Math.min(seconds, judgingSeconds);
  const heldSince = new Date(since.getTime() + heldSeconds * 1000);
  return { bucket: bucketOf(limitName, who), attempts, since, now: heldSince };
}

/**
 * Begins an attempt under several limits, each with whom it counts. Refuses with `too_many_requests` when one of them is reached; those
 * before it count the attempt then.
 */
export async function beginAttempt(
  context: Pick<AppServices, "db" | "now">,
  limits: Partial<Readonly<Record<LimitName, string>>>,
): Promise<Attempt> {
  const places = new Map<LimitName, bigint>();
  const attempt: Attempt = {
    async count(limitNames, db = context.db) {
      const counted = limitNames.flatMap((limitName) => places.get(limitName) ?? []);
      await replaceAttempts(db, [...places.values()], counted, context.now());
    },

    async judge(work) {
      try {
        return await work();
      } catch (error) {
        // While the database is away this fails as well: the place then stops counting by itself.
        await attempt.count([]).catch(() => undefined);
        throw error;
      }
    },
  };
  const asked = Object.entries(limits) as [LimitName, string][];
  const now = context.now();
  const ids = await insertAttemptsWithin(
    context.db,
    asked.map((limit) => placeOf(limit, now)),
  );
  for (const [number, [limitName]] of asked.entries()) {
    const id = ids[number] ?? null;
    if (id === null) {
      if (places.size > 0) await attempt.count([...places.keys()]);
      throw apiError("too_many_requests");
    }
    places.set(limitName, id);
  }
  return attempt;
}
