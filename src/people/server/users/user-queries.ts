import type { DisplayCurrency } from "#platform/rules/money.ts";
import type { Language } from "#platform/rules/language.ts";
import type { Profile } from "#people/contract/profile.ts";
import { profileColumns } from "#people/server/db/members.ts";
import type { Db } from "#platform/server/db/open.ts";
import { sql } from "kysely";
import { updateAllRolesEnded } from "./staff-role-queries.ts";

export async function getProfile(db: Db, userId: string): Promise<Profile> {
  return await db
    .selectFrom("profiles")
    .select(profileColumns)
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

export async function updateProfileColumns(
  db: Db,
  userId: string,
  profile: Omit<Profile, "id" | "email">,
  now: Date,
): Promise<Profile> {
  return await db
    .updateTable("profiles")
    .set({ ...profile, updatedAt: now })
    .where("id", "=", userId)
    .returning(profileColumns)
    .executeTakeFirstOrThrow();
}

export async function updateDisplayCurrencyColumn(
  db: Db,
  userId: string,
  displayCurrency: DisplayCurrency,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ displayCurrency, updatedAt: now })
    .where("id", "=", userId)
    .execute();
}

export async function updateLanguageColumn(
  db: Db,
  userId: string,
  language: Language,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ language, updatedAt: now })
    .where("id", "=", userId)
    .execute();
}

/** The emails of those of these accounts that exist, by account. */
export async function listEmailAddresses(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("profiles")
    .select(["id", "email"])
    .where("id", "=", sql<string>`any(${userIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

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

/** The code of an account. */
export async function findMemberCode(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("memberCodes")
    .select("code")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row?.code;
}

/** Gives an account its code; false when it has one by now or the code is another account's. */
export async function insertMemberCode(
  db: Db,
  memberCode: { readonly userId: string; readonly code: string; readonly createdAt: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("memberCodes")
    .values(memberCode)
    .onConflict((conflict) => conflict.doNothing())
    .returning("code")
    .executeTakeFirst();
  return row !== undefined;
}
