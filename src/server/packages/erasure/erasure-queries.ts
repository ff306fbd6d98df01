// The SQL of forgetting what the packages of somebody who leaves tell about them.
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";

/**
 * Removes descriptions, notes, images and their names; returns the ids of the packages. Events may lose the names of
 * images and the notes on legs and nothing else, which the tables' types do not know.
 */
export async function removeContents(db: Db, userId: string, now: Date): Promise<string[]> {
  const own = db.selectFrom("packages").select("id").where("userId", "=", userId);
  await db.deleteFrom("packageImages").where("packageId", "in", own).execute();
  await db
    .updateTable("shippingLegs")
    .set({ notes: null, updatedAt: now })
    .where("packageId", "in", own)
    .where("notes", "is not", null)
    .execute();
  await sql`
    update package_events set before = null, after = null
    where kind in ('image_added', 'image_deleted', 'leg_changed') and package_id in (select id from packages where user_id = ${userId})
  `.execute(db);
  const rows = await db
    .updateTable("packages")
    .set({ description: null, imagesCount: 0, updatedAt: now })
    .where("userId", "=", userId)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
