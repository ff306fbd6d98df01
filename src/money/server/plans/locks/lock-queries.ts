// The SQL of the locks on subscribers; all times are the database's, since the clocks of processes differ.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

type Lock = { readonly userId: string; readonly holder: string };

/** Acquires the lock for so long; false while somebody else holds it. */
export async function insertLock(db: Db, lock: Lock, milliseconds: number): Promise<boolean> {
  const { rows } = await sql`
    insert into subscriber_locks (user_id, holder, locked_until)
    values (${lock.userId}, ${lock.holder}, clock_timestamp() + ${milliseconds} * interval '1 millisecond')
    on conflict (user_id) do update
      set holder = excluded.holder, locked_until = excluded.locked_until
      where subscriber_locks.locked_until <= clock_timestamp()
    returning user_id
  `.execute(db);
  return rows.length > 0;
}

/** Extends the lock to so long from now; false when it is no longer held. */
export async function extendLock(db: Db, lock: Lock, milliseconds: number): Promise<boolean> {
  const { rows } = await sql`
    update subscriber_locks
    set locked_until = clock_timestamp() + ${milliseconds} * interval '1 millisecond'
    where user_id = ${lock.userId} and holder = ${lock.holder}
    returning user_id
  `.execute(db);
  return rows.length > 0;
}

/** Releases the lock; one that another holder acquired meanwhile stays. */
export async function deleteLock(db: Db, { userId, holder }: Lock): Promise<void> {
  await db
    .deleteFrom("subscriberLocks")
    .where("userId", "=", userId)
    .where("holder", "=", holder)
    .execute();
}
