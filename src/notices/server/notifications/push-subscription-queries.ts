// The SQL about devices that are notified by push.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/** Locks a user's profile until the transaction ends, so that devices are counted one after the other. */
export async function lockProfile(db: Db, userId: string): Promise<void> {
  await db.selectFrom("profiles").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
}

/** Deletes the devices of a user whose sessions have ended by themselves. */
export async function deleteEndedDevices(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .deleteFrom("pushSubscriptions")
    .using("sessions")
    .whereRef("sessions.id", "=", "pushSubscriptions.sessionId")
    .where("pushSubscriptions.userId", "=", userId)
    .where("sessions.expiresAt", "<=", now)
    .execute();
}

/** How many devices of a user other than that of the session are notified by push. */
export async function countOtherDevices(
  db: Db,
  userId: string,
  sessionId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom("pushSubscriptions")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("userId", "=", userId)
    .where("sessionId", "!=", sessionId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Stores the device of a session. A browser has one session and one endpoint, so whatever had either before is replaced;
 * what its owner chose for the device stays.
 */
export async function upsertSubscription(
  db: Db,
  subscription: {
    readonly userId: string;
    readonly sessionId: string;
    readonly endpoint: string;
    readonly keysEncrypted: Buffer;
    readonly timeZone: string;
    readonly createdAt: Date;
  },
): Promise<string> {
  const { sessionId, userId, endpoint, keysEncrypted, timeZone } = subscription;
  // Of a session before: the person signed in again, or it is somebody else's browser now.
  const { rows } = await sql<{ showsDetails: boolean }>`
    delete from push_subscriptions where endpoint = ${endpoint} and session_id <> ${sessionId}
    returning user_id = ${userId} and shows_details as shows_details
  `.execute(db);
  const showsDetails = rows.some((row) => row.showsDetails);
  const { id } = await db
    .insertInto("pushSubscriptions")
    .values({ ...subscription, showsDetails })
    .onConflict((conflict) =>
      conflict.column("sessionId").doUpdateSet({ endpoint, keysEncrypted, timeZone, failures: 0 }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The devices of a user whose sessions have not ended by `now`, the one added last first. */
export async function listDevices(db: Db, userId: string, now: Date) {
  return await db
    .selectFrom("pushSubscriptions")
    .innerJoin("sessions", "sessions.id", "pushSubscriptions.sessionId")
    .select([
      "pushSubscriptions.id",
      "pushSubscriptions.sessionId",
      "pushSubscriptions.timeZone",
      "pushSubscriptions.showsDetails",
      "pushSubscriptions.createdAt",
      "pushSubscriptions.lastOkAt",
      "sessions.userAgent",
    ])
    .where("pushSubscriptions.userId", "=", userId)
    .where("sessions.expiresAt", ">", now)
    .orderBy("pushSubscriptions.createdAt", "desc")
    .orderBy("pushSubscriptions.id")
    .execute();
}

/** A device of this user. */
export async function findDevice(db: Db, userId: string, deviceId: string) {
  return await db
    .selectFrom("pushSubscriptions")
    .select(["id", "endpoint", "keysEncrypted"])
    .where("id", "=", deviceId)
    .where("userId", "=", userId)
    .executeTakeFirst();
}

/** Whether details are shown at a device of this user; false where it has none with this id. */
export async function updateShowsDetails(
  db: Db,
  device: { readonly userId: string; readonly deviceId: string },
  showsDetails: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("pushSubscriptions")
    .set({ showsDetails })
    .where("id", "=", device.deviceId)
    .where("userId", "=", device.userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteDevice(db: Db, userId: string, deviceId: string): Promise<void> {
  await db
    .deleteFrom("pushSubscriptions")
    .where("id", "=", deviceId)
    .where("userId", "=", userId)
    .execute();
}
