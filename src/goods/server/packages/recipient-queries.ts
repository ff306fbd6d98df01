// The SQL about to whom packages go.
import { emptyRecipient, recipientFieldNames, type Recipient } from "#catalogue/rules/recipient.ts";
import type { Db } from "#platform/server/db/open.ts";

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
