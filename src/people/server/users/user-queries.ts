import type { DisplayCurrency } from "#platform/rules/money.ts";
import type { Language } from "#platform/rules/language.ts";
import type { Profile } from "#people/contract/profile.ts";
import { profileColumns } from "#people/server/db/members.ts";
import type { Db } from "#platform/server/db/open.ts";
import { sql } from "kysely";
import type { StaffRole } from "#platform/rules/staff-role.ts";

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
    .deleteFrom("staffInvitations")
    .where((where) => where.or([where("email", "=", email), where("invitedBy", "=", userId)]))
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

/** Makes an account that of a customer, for whom a trigger creates the wallet; false when it is one already. */
export async function updateIsCustomer(db: Db, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set({ isCustomer: true, updatedAt: now })
    .where("id", "=", userId)
    .where("isCustomer", "=", false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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

/** A role that a user has, with who granted it. */
export type GrantedRole = {
  role: StaffRole;
  grantedBy: string | null;
  grantedAt: string;
};

/** The roles that a user has now, with who granted them, the one granted first first. */
export async function listGrantedRoles(db: Db, userId: string): Promise<GrantedRole[]> {
  const rows = await db
    .selectFrom("staffRoles")
    .leftJoin("profiles", "profiles.id", "staffRoles.grantedBy")
    .select(["staffRoles.role", "staffRoles.grantedAt", "profiles.email as grantedBy"])
    .where("staffRoles.userId", "=", userId)
    .where("staffRoles.endedAt", "is", null)
    .orderBy("staffRoles.grantedAt")
    .orderBy("staffRoles.role")
    .execute();
  return rows.map((row) => ({ ...row, grantedAt: row.grantedAt.toISOString() }));
}

/** Inserts a role; false when the user has it already. */
export async function insertStaffRole(
  db: Db,
  grant: {
    readonly userId: string;
    readonly role: StaffRole;
    readonly grantedBy: string;
    readonly grantedAt: Date;
  },
): Promise<boolean> {
  const inserted = await db
    .insertInto("staffRoles")
    .values(grant)
    .onConflict((conflict) =>
      conflict.columns(["userId", "role"]).where("endedAt", "is", null).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Ends a role; false when the user does not have it. */
export async function updateRoleEnded(
  db: Db,
  { userId, role }: { readonly userId: string; readonly role: StaffRole },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("staffRoles")
    .set({ endedAt: now })
    .where("userId", "=", userId)
    .where("role", "=", role)
    .where("endedAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends all roles of a user and returns those that ended. */
export async function updateAllRolesEnded(db: Db, userId: string, now: Date): Promise<StaffRole[]> {
  const rows = await db
    .updateTable("staffRoles")
    .set({ endedAt: now })
    .where("userId", "=", userId)
    .where("endedAt", "is", null)
    .returning("role")
    .execute();
  return rows.map(({ role }) => role);
}

/** What decides whether an account is, or may become, an admin's. */
export type AdminCandidate = {
  readonly userId: string;
  readonly email: string;
  readonly isAdmin: boolean;
  readonly isVerified: boolean;
};

/** The account with this email, which must be in lower case. */
export async function findAdminCandidate(
  db: Db,
  email: string,
): Promise<AdminCandidate | undefined> {
  return await db
    .selectFrom("users")
    .innerJoin("profiles", "profiles.id", "users.id")
    .select([
      "users.id as userId",
      "users.email",
      "users.emailVerified as isVerified",
      "profiles.isAdmin",
    ])
    .where("users.email", "=", email)
    .executeTakeFirst();
}

export async function updateIsAdmin(
  db: Db,
  userId: string,
  isAdmin: boolean,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ isAdmin, updatedAt: now })
    .where("id", "=", userId)
    .execute();
}

/** The ids of the admins who are not suspended, with their rows locked until the transaction ends. */
export async function lockActiveAdmins(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("profiles")
    .select("id")
    .where("isAdmin", "=", true)
    .where("suspendedAt", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
