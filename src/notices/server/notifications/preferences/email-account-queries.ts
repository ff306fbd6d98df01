// What the account of an address says about the emails that it gets.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { EmailAccount } from "#platform/server/emails/announcements.ts";

/** The accounts of addresses; those without one are left out. */
export async function selectEmailAccounts(
  db: Db,
  addresses: readonly string[],
): Promise<EmailAccount[]> {
  return await db
    .selectFrom("profiles")
    .select(["email", "emailNotifications", "shipmentUpdates", "marketingEmails", "closedAt"])
    .select(
      sql<string[]>`array(
        select kind from notification_preferences where user_id = profiles.id and channel = 'email'
      )`.as("turnedOff"),
    )
    .select("language")
    .where("email", "=", sql<string>`any(${addresses}::text[])`)
    .execute();
}

/** The account of this address, if any. */
export async function selectAccountId(db: Db, recipient: string): Promise<string | undefined> {
  const profile = await db
    .selectFrom("profiles")
    .select("id")
    .where("email", "=", recipient)
    .executeTakeFirst();
  return profile?.id;
}
