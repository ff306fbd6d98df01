import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import { updateAllRolesEnded } from "#server/users/staff-roles/staff-role-queries.ts";

/** Locks the wallet until the transaction ends. */
export async function lockWallet(db: Db, userId: string): Promise<void> {
  await sql`select lock_wallet(${userId}::uuid)`.execute(db);
}

/** The kind and times of the emails sent to an address; their contents are not stored. */
export async function listEmails(db: Db, email: string) {
  return await db
    .selectFrom("emails")
    .select(["kind", "createdAt", "sentAt"])
    .where("recipient", "=", email)
    .orderBy("createdAt", "desc")
    .execute();
}

/** The errors that a user's browser reported. */
export async function listErrorReports(db: Db, userId: string) {
  return await db
    .selectFrom("errorLogs")
    .select(["errorMessage", "source", "context", "createdAt"])
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .execute();
}

/** When the account was created, and the payment provider's id of the customer, if any. */
export async function getRegistrationFacts(db: Db, userId: string) {
  return await db
    .selectFrom("profiles")
    .leftJoin("providerCustomers", "providerCustomers.userId", "profiles.id")
    .select([
      "profiles.createdAt as registeredAt",
      "providerCustomers.customerId as paymentProviderCustomerId",
    ])
    .where("profiles.id", "=", userId)
    .executeTakeFirstOrThrow();
}

/**
 * Deletes what need not stay (passwords, sessions, tokens, two-factor, sign-ups, emails, where a payout was to go) and
 * removes what identifies the user from the rest. The history of money has no name in it.
 */
export async function eraseUserRows(
  db: Db,
  user: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<void> {
  const { userId, email } = user;
  const erasedEmail = `closed-${userId}@account.invalid`;
  await updateAllRolesEnded(db, userId, now);
  await db.deleteFrom("sessions").where("userId", "=", userId).execute();
  await db.deleteFrom("twoFactors").where("userId", "=", userId).execute();
  await db.deleteFrom("signInChallenges").where("userId", "=", userId).execute();
  await db.deleteFrom("oneTimeTokens").where("userId", "=", userId).execute();
  await db.deleteFrom("pendingRegistrations").where("email", "=", email).execute();
  await db.deleteFrom("notifications").where("userId", "=", userId).execute();
  await db.deleteFrom("notificationPreferences").where("userId", "=", userId).execute();
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
    .set({
      name: "Closed account",
      email: erasedEmail,
      emailVerified: false,
      passwordHash: null,
      updatedAt: now,
    })
    .where("id", "=", userId)
    .execute();
  await db
    .updateTable("profiles")
    .set({
      email: erasedEmail,
      fullName: "Closed account",
      latinName: null,
      phone: "",
      address: "",
      addressLine2: "",
      city: "",
      state: "",
      country: "",
      postalCode: "",
      subscription: null,
      packageQuota: 0,
      maxWeightGrams: 0,
      chosenPlan: null,
      emailNotifications: false,
      shipmentUpdates: false,
      marketingEmails: false,
      displayCurrency: "USD",
      language: "en",
      closedAt: now,
      updatedAt: now,
    })
    .where("id", "=", userId)
    .execute();
}
