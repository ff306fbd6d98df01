import { apiError } from "#platform/contract/errors.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { Log } from "#platform/server/log.ts";
import {
  getSettings,
  type StoredSettings,
  lockSettings,
  updatePaymentAccess,
  updateSwitch,
  updateTrackingKey,
} from "./settings-queries.ts";
import type { SettingName } from "#platform/rules/setting.ts";

declare module "#platform/server/context.ts" {
  interface Listeners {
    /** Whether a warehouse has been open once. */
    readonly isWarehouseOpened: (db: Db) => Promise<boolean>;
    /** Whether there is a warehouse for who asks. */
    readonly isWarehouseThere: (context: Pick<Context, "session" | "settings">) => Promise<boolean>;
  }
}

type CachedSettings = StoredSettings & { readonly hasWarehouse: boolean };

export type SettingsCache = {
  /**
   * The settings, at most half a second old. While the database does not respond, those that were read last: a failing
   * database neither begins nor ends maintenance. Throws when nothing has been read yet.
   */
  current(): Promise<StoredSettings>;
  /**
   * Whether a warehouse has been open once. A yes is kept, a no is asked anew each time: another server may have opened
   * one since. While the database does not respond, what was read last. Throws when nothing has been read yet.
   */
  hasWarehouse(): Promise<boolean>;
  /** What was read last, however long ago; null before the first read. */
  last(): StoredSettings | null;
  /** Makes the next call of `current` read the database; to be called after a change. */
  invalidate(): void;
};

/** Every server applies a change within a second, and a request needs no query of its own. */
const ttlMilliseconds = 500;
const readTimeoutMilliseconds = 1_000;
/** Otherwise every request would wait for a database that does not respond. */
const ttlAfterFailureMilliseconds = 2_000;

async function withTimeout<T>(result: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(apiError("unavailable")), readTimeoutMilliseconds);
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Nothing is read before the first call of `current`. */
export function openSettingsCache({
  db,
  listeners,
  log,
}: {
  listeners: { readonly isWarehouseOpened: (db: Db) => Promise<boolean> };
  db: Db;
  log: Log;
}): SettingsCache {
  let cached: CachedSettings | null = null;
  let expiresAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<CachedSettings> | null = null;
  let mayReadAgainAt = Number.NEGATIVE_INFINITY;

  async function readStored(): Promise<CachedSettings> {
    const hasWarehouse = cached?.hasWarehouse === true || (await listeners.isWarehouseOpened(db));
    return { ...(await getSettings(db)), hasWarehouse };
  }
  async function read(isCurrent: () => boolean): Promise<CachedSettings> {
    const startedAt = performance.now();
    let lifetimeMilliseconds = ttlMilliseconds;
    try {
      const settings = await withTimeout(readStored());
      // The cache may have been invalidated meanwhile, and then this is from before the change.
      if (!isCurrent()) return settings;
      cached = settings;
    } catch (error) {
      if (cached === null) throw error;
      log.warn({ error }, "Settings could not be read; using the ones read last");
      lifetimeMilliseconds = ttlAfterFailureMilliseconds;
      mayReadAgainAt = startedAt + ttlAfterFailureMilliseconds;
    } finally {
      if (isCurrent()) pending = null;
    }
    expiresAt = startedAt + lifetimeMilliseconds;
    return cached;
  }
  async function current(): Promise<CachedSettings> {
    if (cached !== null && performance.now() < expiresAt) return cached;
    if (pending === null) {
      const started: Promise<CachedSettings> = read(() => pending === started);
      pending = started;
    }
    return await pending;
  }
  function invalidate(): void {
    expiresAt = Number.NEGATIVE_INFINITY;
    pending = null;
  }
  return {
    current,
    async hasWarehouse() {
      if (cached?.hasWarehouse) return true;
      if (performance.now() >= mayReadAgainAt) invalidate();
      return (await current()).hasWarehouse;
    },
    last: () => cached,
    invalidate,
  };
}

export type { StoredSettings };

/** Reads the database, past this server's cache. */
export async function readStoredSettings(db: Db): Promise<StoredSettings> {
  return await getSettings(db);
}

/** Locks them until the transaction ends, so that two changes come one after the other. */
export async function lockStoredSettings(db: Db): Promise<StoredSettings> {
  return await lockSettings(db);
}

/** Turns a setting on or off. */
export async function saveSwitch(
  db: Db,
  change: { readonly setting: SettingName; readonly isEnabled: boolean; readonly now: Date },
): Promise<void> {
  await updateSwitch(db, change);
}

/** Stores an encrypted access or, with null, clears it, and increases its version. */
export async function saveEncryptedAccess(
  db: Db,
  of: "payment" | "tracking",
  ciphertext: Buffer | null,
  now: Date,
): Promise<void> {
  if (of === "payment") await updatePaymentAccess(db, ciphertext, now);
  else await updateTrackingKey(db, ciphertext, now);
}
