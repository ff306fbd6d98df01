// The SQL about the history of packages.
import type { Insertable } from "kysely";
import type { ShipmentEvent } from "#contract/packages.ts";
import type { Db } from "#server/db/open.ts";
import type { PackagesTables } from "#server/db/tables/packages.ts";

export async function insertEvent(
  db: Db,
  event: Insertable<PackagesTables["packageEvents"]>,
): Promise<void> {
  await db.insertInto("packageEvents").values(event).execute();
}

/** Whether a leg of a package has been in transit before. */
export async function hasLegDeparted(
  db: Db,
  packageId: string,
  legNumber: number,
): Promise<boolean> {
  const row = await db
    .selectFrom("packageEvents")
    .select("id")
    .where("packageId", "=", packageId)
    .where("kind", "=", "leg_status_changed")
    .where("legNumber", "=", legNumber)
    .where("after", "=", "in_transit")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The events of a package with who caused them, oldest first; `actorEmail` is for admins only. */
export async function listEvents(db: Db, packageId: string): Promise<ShipmentEvent[]> {
  const rows = await db
    .selectFrom("packageEvents as events")
    .leftJoin("profiles", "profiles.id", "events.actorId")
    .select(["events.id", "events.kind", "events.legNumber", "events.before", "events.after"])
    .select(["events.byStaff", "events.actorId", "events.createdAt", "profiles.email"])
    .where("events.packageId", "=", packageId)
    .where("events.kind", "<>", "package_deleted")
    .$narrowType<{ kind: ShipmentEvent["kind"] }>()
    .orderBy("events.id")
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    kind: row.kind,
    legNumber: row.legNumber,
    before: row.before,
    after: row.after,
    byStaff: row.byStaff,
    byCarrier: row.actorId === null,
    actorEmail: row.email,
    createdAt: row.createdAt.toISOString(),
  }));
}
