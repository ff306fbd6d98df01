// The SQL about orders and the holds that pay them.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { OpenRequestHold } from "#money/server/wallet/holds/settle-holds-together.ts";

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

/** Lets the order of an extra service name the hold that took the place of its former one. */
export async function updateHoldOfOrder(
  db: Db,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await db
    .updateTable("extraServiceRequests")
    .set({ holdId: to })
    .where("holdId", "=", from)
    .execute();
}
