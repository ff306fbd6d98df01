// The SQL about orders and the holds that pay them.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import type { OpenRequestHold } from "#money/server/wallet/request-holds.ts";

/** What is to be paid of requests: their open holds, without those of extra services that nobody has done. */
export async function listPayableHolds(
  db: Db,
  shipRequestIds: readonly string[],
): Promise<OpenRequestHold[]> {
  return await db
    .selectFrom("holds")
    .leftJoin("extraServiceRequests as ordered", "ordered.holdId", "holds.id")
    .select(["holds.id", "holds.userId", "holds.transactionId", "holds.type", "holds.amountCents"])
    .select("holds.idempotencyKey")
    .select((row) => row.ref("holds.shipRequestId").$notNull().as("shipRequestId"))
    .where("holds.shipRequestId", "=", sql<string>`any(${shipRequestIds}::uuid[])`)
    .where("holds.state", "=", "held")
    .where((where) =>
      where.or([where("ordered.id", "is", null), where("ordered.state", "=", "done")]),
    )
    .orderBy("holds.userId")
    .orderBy("holds.id")
    .execute();
}

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
export async function lockOwedOrders(
  db: Db,
  userId: string,
): Promise<RowOf<"extraServiceRequests">[]> {
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

/** Whether there is the extra service that a row of `suggestions` contains. */
export const isServiceInPlace = sql<boolean>`exists (
  select from extra_services e where e.code = content ->> 'code'
)`;
