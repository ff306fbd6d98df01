// The SQL about the history of packages.
import { sql, type Insertable } from "kysely";
import type { ShipmentEvent } from "#goods/contract/packages.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { PackagesTables } from "#goods/server/tables/packages.ts";

/** Inserts events in this order, all in one statement. */
export async function insertEvents(
  db: Db,
  events: readonly Insertable<PackagesTables["packageEvents"]>[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event, place) => ({
    place,
    package_id: event.packageId,
    kind: event.kind,
    leg_number: event.legNumber,
    before: event.before,
    after: event.after,
    actor_id: event.actorId,
    by_staff: event.byStaff,
    created_at: event.createdAt,
  }));
  await sql`
    insert into package_events (package_id, kind, leg_number, before, after, actor_id, by_staff, created_at)
    select package_id, kind, leg_number, before, after, actor_id, by_staff, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as events (
      place integer, package_id uuid, kind text, leg_number integer, before text, after text,
      actor_id uuid, by_staff boolean, created_at timestamptz)
    order by place
  `.execute(db);
}

/** Which legs of packages have been in transit before. */
export async function listDepartedLegs(
  db: Db,
  packageIds: readonly string[],
): Promise<{ readonly packageId: string; readonly legNumber: number | null }[]> {
  return await db
    .selectFrom("packageEvents")
    .select(["packageId", "legNumber"])
    .distinct()
    .where("packageId", "=", sql<string>`any(${packageIds}::uuid[])`)
    .where("kind", "=", "leg_status_changed")
    .where("after", "=", "in_transit")
    .execute();
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
