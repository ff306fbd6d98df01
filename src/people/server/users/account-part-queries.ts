// The SQL about the account's own rows when it is exported and closed.
import type { Db } from "#platform/server/db/open.ts";
import { updateAllRolesEnded } from "./staff-roles/staff-role-queries.ts";

/** When the account was created. */
export async function findRegisteredAt(db: Db, userId: string): Promise<Date> {
  const { createdAt } = await db
    .selectFrom("profiles")
    .select("createdAt")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return createdAt;
}

/** Deletes what signs in (passwords, sessions, tokens, two-factor, sign-ups) and removes what identifies the user from the rest. */
export async function eraseAccountRows(
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
