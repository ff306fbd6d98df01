// Knows the platform's settings on one server: read from the database, and read again after half a second.
import { apiError } from "#contract/errors.ts";
import type { Db } from "#server/db/open.ts";
import type { Log } from "#server/log.ts";
import { selectSettings, type StoredSettings } from "./settings-queries.ts";

export type SettingsCache = {
  /**
   * The settings as they were at most half a second ago. While the database does not answer, those that were read
   * last: a failing database neither begins nor ends maintenance. Throws when nothing could be read yet.
   */
  current(): Promise<StoredSettings>;
  /** What was read last, however long ago; null before the first time. */
  last(): StoredSettings | null;
  /** Has the next look read anew: to be called after a change. */
  clear(): void;
};

/** Every server obeys a change within a second; a request costs no query of its own. */
const freshMilliseconds = 500;
const longestReadMilliseconds = 1_000;
/** A database that does not answer is not waited for again at every request. */
const pauseAfterFailureMilliseconds = 2_000;

/** What `reading` gives, unless that takes too long. */
async function inTime<T>(reading: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(apiError("unavailable")), longestReadMilliseconds);
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Opens the look over `db`; nothing is read before it is asked. */
export function openSettingsCache({ db, log }: { db: Db; log: Log }): SettingsCache {
  let known: StoredSettings | null = null;
  let freshUntil = Number.NEGATIVE_INFINITY;
  let reading: Promise<StoredSettings> | null = null;

  async function read(isWanted: () => boolean): Promise<StoredSettings> {
    const startedAt = performance.now();
    let holdsMilliseconds = freshMilliseconds;
    try {
      const settings = await inTime(selectSettings(db));
      // What was read before a change must not stand for what comes after it.
      if (!isWanted()) return settings;
      known = settings;
    } catch (error) {
      if (known === null) throw error;
      log.warn({ error }, "The settings cannot be read just now; those read last hold");
      holdsMilliseconds = pauseAfterFailureMilliseconds;
    } finally {
      if (isWanted()) reading = null;
    }
    freshUntil = startedAt + holdsMilliseconds;
    return known;
  }
  return {
    async current() {
      if (known !== null && performance.now() < freshUntil) return known;
      if (reading === null) {
        const mine: Promise<StoredSettings> = read(() => reading === mine);
        reading = mine;
      }
      return await reading;
    },
    last: () => known,
    clear() {
      freshUntil = Number.NEGATIVE_INFINITY;
      reading = null;
    },
  };
}
