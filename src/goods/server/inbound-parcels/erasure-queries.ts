// The SQL that erases what was noted and photographed of the parcels of a closed account.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/** Erases what staff typed about a customer's parcels. Raw SQL, since the columns are read-only in the tables' types. */
export async function eraseReceivingTexts(db: Db, userId: string): Promise<void> {
  await sql`
    update receiving_records set note = '', reason = ''
    where (note <> '' or reason <> '')
      and inbound_parcel_id in (select id from inbound_parcels where user_id = ${userId})
  `.execute(db);
}

/** Deletes the rows of the photos of a customer's parcels; returns the ids of those parcels. */
export async function deletePhotoRows(db: Db, userId: string, now: Date): Promise<string[]> {
  const own = db.selectFrom("inboundParcels").select("id").where("userId", "=", userId);
  await db.deleteFrom("inboundParcelImages").where("inboundParcelId", "in", own).execute();
  const rows = await db
    .updateTable("inboundParcels")
    .set({ imagesCount: 0, updatedAt: now })
    .where("userId", "=", userId)
    .where("imagesCount", ">", 0)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
