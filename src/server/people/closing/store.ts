// The SQL of leaving: what is held about a person, and taking the name from what stays.
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";

/** Holds the wallet still: nobody moves its money until this database transaction ends. */
export async function lockWallet(db: Db, userId: string): Promise<void> {
  await sql`select lock_wallet(${userId}::uuid)`.execute(db);
}

/** When letters went to an address, and of what kind; what was in them is not kept. */
export async function selectLetters(db: Db, email: string) {
  return await db
    .selectFrom("letters")
    .select(["kind", "created_at as createdAt", "sent_at as sentAt"])
    .where("recipient", "=", email)
    .orderBy("created_at", "desc")
    .execute();
}

/** The errors that a person's browser reported. */
export async function selectErrorReports(db: Db, userId: string) {
  return await db
    .selectFrom("error_logs")
    .select(["error_message as errorMessage", "source", "context", "created_at as createdAt"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .execute();
}

/** When the account was made, and the provider's name for the customer, where there is one. */
export async function selectAccountFacts(db: Db, userId: string) {
  return await db
    .selectFrom("profiles")
    .leftJoin("provider_customers", "provider_customers.user_id", "profiles.id")
    .select(["profiles.created_at as createdAt", "provider_customers.customer_id as customerId"])
    .where("profiles.id", "=", userId)
    .executeTakeFirstOrThrow();
}

/**
 * Takes from everything that stays what tells whose it was, and removes what need not stay: the way to sign in,
 * sessions, tokens, the second factor, letters, reports, where a payout was to go. The history of money has no name
 * in it.
 */
export async function removePerson(
  db: Db,
  person: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<void> {
  const { userId, email } = person;
  const nameless = `closed-${userId}@account.invalid`;
  await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
  await db.deleteFrom("accounts").where("user_id", "=", userId).execute();
  await db.deleteFrom("two_factors").where("user_id", "=", userId).execute();
  await db.deleteFrom("sign_in_challenges").where("user_id", "=", userId).execute();
  await db.deleteFrom("verifications").where("value", "=", userId).execute();
  await db.deleteFrom("letters").where("recipient", "=", email).execute();
  await db
    .updateTable("error_logs")
    .set({ user_id: null, context: null })
    .where("user_id", "=", userId)
    .execute();
  await db
    .updateTable("payout_requests")
    .set({ details_encrypted: null, reason: null })
    .where("user_id", "=", userId)
    .execute();
  await db
    .updateTable("users")
    .set({ name: "Closed account", email: nameless, email_verified: false, updated_at: now })
    .where("id", "=", userId)
    .execute();
  await db
    .updateTable("profiles")
    .set({
      email: nameless,
      full_name: "Closed account",
      phone: "",
      address: "",
      city: "",
      country: "",
      postal_code: "",
      subscription: null,
      package_quota: 0,
      max_weight_grams: 0,
      chosen_plan: null,
      email_notifications: false,
      shipment_updates: false,
      marketing_emails: false,
      closed_at: now,
      updated_at: now,
    })
    .where("id", "=", userId)
    .execute();
}
