// The SQL of leaving: what is held about a person, and taking the name from what stays.
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";

/** Holds the wallet still: nobody moves its money until this database transaction ends. */
export async function lockWallet(db: Db, userId: string): Promise<void> {
  await sql`select lock_wallet(${userId}::uuid)`.execute(db);
}

/** When letters went to an address, and of what kind; what was in them is not kept. */
export async function selectEmails(db: Db, email: string) {
  return await db
    .selectFrom("emails")
    .select(["kind", "createdAt", "sentAt"])
    .where("recipient", "=", email)
    .orderBy("createdAt", "desc")
    .execute();
}

/** The errors that a person's browser reported. */
export async function selectErrorReports(db: Db, userId: string) {
  return await db
    .selectFrom("errorLogs")
    .select(["errorMessage", "source", "context", "createdAt"])
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .execute();
}

/** When the account was made, and the provider's name for the customer, where there is one. */
export async function selectAccountFacts(db: Db, userId: string) {
  return await db
    .selectFrom("profiles")
    .leftJoin("providerCustomers", "providerCustomers.userId", "profiles.id")
    .select(["profiles.createdAt", "providerCustomers.customerId"])
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
  await db.deleteFrom("sessions").where("userId", "=", userId).execute();
  await db.deleteFrom("accounts").where("userId", "=", userId).execute();
  await db.deleteFrom("twoFactors").where("userId", "=", userId).execute();
  await db.deleteFrom("signInChallenges").where("userId", "=", userId).execute();
  await db.deleteFrom("verifications").where("value", "=", userId).execute();
  await db.deleteFrom("emails").where("recipient", "=", email).execute();
  await db
    .updateTable("errorLogs")
    .set({ userId: null, context: null })
    .where("userId", "=", userId)
    .execute();
  await db
    .updateTable("payoutRequests")
    .set({ detailsEncrypted: null, reason: null })
    .where("userId", "=", userId)
    .execute();
  await db
    .updateTable("users")
    .set({ name: "Closed account", email: nameless, emailVerified: false, updatedAt: now })
    .where("id", "=", userId)
    .execute();
  await db
    .updateTable("profiles")
    .set({
      email: nameless,
      fullName: "Closed account",
      phone: "",
      address: "",
      city: "",
      country: "",
      postalCode: "",
      subscription: null,
      packageQuota: 0,
      maxWeightGrams: 0,
      chosenPlan: null,
      emailNotifications: false,
      shipmentUpdates: false,
      marketingEmails: false,
      closedAt: now,
      updatedAt: now,
    })
    .where("id", "=", userId)
    .execute();
}
