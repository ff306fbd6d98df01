// Knows the platform's settings on one server: read from the database, and read again after half a second.
import { refusal } from "#contract/problems.ts";
import type { Db } from "#server/db/open.ts";
import type { Log } from "#server/log.ts";
import { selectSettings, type KeptSettings } from "./store.ts";

export type SettingsLook = {
  /**
   * The settings as they were at most half a second ago. While the database does not answer, those that were read
   * last: a failing database neither begins nor ends maintenance. Throws when nothing could be read yet.
   */
  current(): Promise<KeptSettings>;
  /** What was read last, however long ago; null before the first time. */
  last(): KeptSettings | null;
  /** Has the next look read anew: to be called after a change. */
  forget(): void;
};

/** Every server obeys a change within a second; a request costs no query of its own. */
const freshMilliseconds = 500;
const longestReadMilliseconds = 1_000;
/** A database that does not answer is not waited for again at every request. */
const pauseAfterFailureMilliseconds = 2_000;

/** What `reading` gives, unless that takes too long. */
async function inTime<T>(reading: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(refusal("unavailable")), longestReadMilliseconds);
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Opens the look over `db`; nothing is read before it is asked. */
export function openSettingsLook({ db, log }: { db: Db; log: Log }): SettingsLook {
  let known: KeptSettings | null = null;
  let freshUntil = Number.NEGATIVE_INFINITY;
  let reading: Promise<KeptSettings> | null = null;

  async function read(isWanted: () => boolean): Promise<KeptSettings> {
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
        const mine: Promise<KeptSettings> = read(() => reading === mine);
        reading = mine;
      }
      return await reading;
    },
    last: () => known,
    forget() {
      freshUntil = Number.NEGATIVE_INFINITY;
      reading = null;
    },
  };
}
