// The SQL about the history of inbound parcels.
import type { Insertable } from "kysely";
import type { InboundParcelEvent } from "#contract/inbound-parcels.ts";
import type { Db } from "#server/db/open.ts";
import type { InboundParcelsTables } from "#server/db/tables/inbound-parcels.ts";

export async function insertEvents(
  db: Db,
  events: readonly Insertable<InboundParcelsTables["inboundParcelEvents"]>[],
): Promise<void> {
  if (events.length > 0) await db.insertInto("inboundParcelEvents").values(events).execute();
}

/** The history of a parcel as its owner reads it, oldest first: without the packages of others who had it before. */
export async function listOwnEvents(
  db: Db,
  userId: string,
  parcelId: string,
): Promise<InboundParcelEvent[]> {
  const rows = await db
    .selectFrom("inboundParcelEvents as events")
    .leftJoin("packages", "packages.id", "events.packageId")
    .select(["events.id", "events.kind", "events.packageId", "events.byStaff", "events.createdAt"])
    .select(["packages.trackingNumber as packageTrackingNumber", "packages.userId"])
    .where("events.inboundParcelId", "=", parcelId)
    .orderBy("events.id")
    .execute();
  return rows.map((row) => {
    const isOthers = row.userId !== null && row.userId !== userId;
    return {
      id: String(row.id),
      kind: row.kind,
      packageId: isOthers ? null : row.packageId,
      packageTrackingNumber: isOthers ? null : row.packageTrackingNumber,
      byStaff: row.byStaff,
      createdAt: row.createdAt.toISOString(),
    };
  });
}
