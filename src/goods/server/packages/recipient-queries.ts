// The SQL about to whom packages go.
import { emptyRecipient, recipientFieldNames, type Recipient } from "#catalogue/rules/recipient.ts";
import type { Db } from "#platform/server/db/open.ts";
import { sql } from "kysely";

/** The recipient of a package; its fields are empty when nobody is known. */
export async function findRecipient(db: Db, packageId: string): Promise<Recipient> {
  const row = await db
    .selectFrom("packageRecipients")
    .select(recipientFieldNames)
    .where("packageId", "=", packageId)
    .executeTakeFirst();
  return row ?? emptyRecipient;
}

export async function upsertRecipient(
  db: Db,
  packageId: string,
  recipient: Recipient,
): Promise<void> {
  await db
    .insertInto("packageRecipients")
    .values({ packageId, ...recipient })
    .onConflict((conflict) => conflict.column("packageId").doUpdateSet(recipient))
    .execute();
}

/**
 * Erases recipients, links for others, descriptions, notes, images and their names of a customer's packages; returns the
 * packages' ids. Raw SQL for the events, since their columns are read-only in the tables' types.
 */
export async function erasePackageRows(db: Db, userId: string, now: Date): Promise<string[]> {
  const own = db.selectFrom("packages").select("id").where("userId", "=", userId);
  await db.deleteFrom("packageImages").where("packageId", "in", own).execute();
  await db.deleteFrom("packageRecipients").where("packageId", "in", own).execute();
  await db.deleteFrom("packageShares").where("packageId", "in", own).execute();
  await db
    .updateTable("shippingLegs")
    .set({ notes: null, updatedAt: now })
    .where("packageId", "in", own)
    .where("notes", "is not", null)
    .execute();
  await sql`
    update package_events set before = null, after = null
    where kind in ('image_added', 'image_deleted', 'leg_changed', 'package_changed', 'package_cancelled') and package_id in (select id from packages where user_id = ${userId})
  `.execute(db);
  const rows = await db
    .updateTable("packages")
    .set({ description: null, imagesCount: 0, updatedAt: now })
    .where("userId", "=", userId)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
