// The SQL about extra services that were done and that wallets could not pay.
import type { Db } from "#platform/server/db/open.ts";
import type { ExtraServiceRequestRow } from "#shipping/server/tables/ship-requests.ts";

/** The customers with orders that the wallet could not pay; with `userId` that one alone. */
export async function listOwingUserIds(
  db: Db,
  userId: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("extraServiceRequests")
    .innerJoin("profiles", "profiles.id", "extraServiceRequests.userId")
    .select("extraServiceRequests.userId")
    .distinct()
    .where("shortfallCents", ">", 0)
    .where("profiles.closedAt", "is", null)
    .$if(userId !== null, (query) => query.where("extraServiceRequests.userId", "=", userId ?? ""))
    .orderBy("extraServiceRequests.userId")
    .limit(limit)
    .execute();
  return rows.map((row) => row.userId);
}

/** The orders of all customers that the wallet could not pay, the newest first, without those of closed accounts. */
export async function listOwedOrders(db: Db, limit: number) {
  return await db
    .selectFrom("extraServiceRequests as ordered")
    .innerJoin("profiles", "profiles.id", "ordered.userId")
    .innerJoin("extraServices", "extraServices.code", "ordered.code")
    .select(["ordered.id as extraServiceRequestId", "ordered.userId", "profiles.email"])
    .select(["extraServices.names", "ordered.shortfallCents"])
    .select((row) => row.ref("ordered.endedAt").$notNull().as("endedAt"))
    .where("ordered.shortfallCents", ">", 0)
    .where("profiles.closedAt", "is", null)
    .orderBy("ordered.endedAt", "desc")
    .orderBy("ordered.id")
    .limit(limit)
    .execute();
}

/** A customer's orders that the wallet could not pay, the oldest first, locked until the transaction ends. */
export async function lockOwedOrders(db: Db, userId: string): Promise<ExtraServiceRequestRow[]> {
  return await db
    .selectFrom("extraServiceRequests")
    .selectAll()
    .where("userId", "=", userId)
    .where("shortfallCents", ">", 0)
    .orderBy("endedAt")
    .orderBy("id")
    .forUpdate()
    .execute();
}
