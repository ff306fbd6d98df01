// The SQL about the history of inbound parcels.
import { sql, type Insertable } from "kysely";
import type { InboundParcelEvent } from "#goods/contract/inbound-parcels.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InboundParcelsTables } from "#goods/server/tables/inbound-parcels.ts";

export async function insertEvents(
  db: Db,
  events: readonly Insertable<InboundParcelsTables["inboundParcelEvents"]>[],
): Promise<void> {
  if (events.length > 0) await db.insertInto("inboundParcelEvents").values(events).execute();
}

/**
 * The histories of parcels as their owner reads them, by parcel, oldest first: without the packages of others who had
 * them before, and without what those did.
 */
export async function listOwnEvents(
  db: Db,
  userId: string,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, InboundParcelEvent[]>> {
  const rows = await db
    .selectFrom("inboundParcelEvents as events")
    .leftJoin("packages", "packages.id", "events.packageId")
    .select(["events.id", "events.kind", "events.packageId", "events.byStaff", "events.createdAt"])
    .select(["packages.trackingNumber as packageTrackingNumber", "packages.userId"])
    .select("events.inboundParcelId")
    .where("events.inboundParcelId", "=", sql<string>`any(${parcelIds}::uuid[])`)
    .where(sql<boolean>`(by_staff or actor_id is null or actor_id = ${userId})`)
    .orderBy("events.id")
    .execute();
  const histories = new Map<string, InboundParcelEvent[]>();
  for (const row of rows) {
    const isOthers = row.userId !== null && row.userId !== userId;
    const history = histories.get(row.inboundParcelId) ?? [];
    histories.set(row.inboundParcelId, history);
    history.push({
      id: String(row.id),
      kind: row.kind,
      packageId: isOthers ? null : row.packageId,
      packageTrackingNumber: isOthers ? null : row.packageTrackingNumber,
      byStaff: row.byStaff,
      createdAt: row.createdAt.toISOString(),
    });
  }
  return histories;
}
