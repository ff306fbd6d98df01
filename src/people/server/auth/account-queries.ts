import type { Language } from "#platform/rules/language.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { Db } from "#platform/server/db/open.ts";
import { isStaffAccount } from "#people/server/db/members.ts";

export type Account = {
  readonly userId: string;
  readonly email: string;
  readonly fullName: string;
  readonly isVerified: boolean;
  /** Whether the user is an admin or has a role. */
  readonly isStaff: boolean;
  /** null: no password signs in, as after the account was closed. */
  readonly passwordHash: string | null;
};

/** The account with this email, which must be in lower case. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  return await db
    .selectFrom("users")
    .innerJoin("profiles", "profiles.id", "users.id")
    .select([
      "users.id as userId",
      "users.email",
      "users.emailVerified as isVerified",
      "profiles.fullName",
      isStaffAccount.as("isStaff"),
      "users.passwordHash",
    ])
    .where("users.email", "=", email)
    .executeTakeFirst();
}

/** The hash of the account's password; null when none signs in. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const user = await db
    .selectFrom("users")
    .select("passwordHash")
    .where("id", "=", userId)
    .executeTakeFirst();
  return user?.passwordHash ?? null;
}

export type NewAccount = {
  readonly email: string;
  readonly fullName: string;
  readonly passwordHash: string;
  readonly chosenPlan: PlanName | null;
  readonly language: Language;
  /** Invited staff have no wallet. */
  readonly isCustomer: boolean;
  readonly now: Date;
};

/** Creates a verified account; undefined when another account has the email. A trigger creates its profile. */
export async function insertAccount(db: Db, account: NewAccount): Promise<string | undefined> {
  const user = await db
    .insertInto("users")
    .values({
      name: account.fullName,
      email: account.email,
      emailVerified: true,
      passwordHash: account.passwordHash,
      isCustomer: account.isCustomer,
      createdAt: account.now,
      updatedAt: account.now,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (user === undefined) return undefined;
  await db
    .updateTable("profiles")
    .set({ chosenPlan: account.chosenPlan, language: account.language })
    .where("id", "=", user.id)
    .execute();
  return user.id;
}

export async function updatePassword(
  db: Db,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("users")
    .set({ passwordHash, updatedAt: now })
    .where("id", "=", userId)
    .execute();
}

/** Marks the email of this account as verified and returns it. */
export async function updateEmailVerified(db: Db, userId: string, now: Date): Promise<string> {
  const { email } = await db
    .updateTable("users")
    .set({ emailVerified: true, updatedAt: now })
    .where("id", "=", userId)
    .returning("email")
    .executeTakeFirstOrThrow();
  return email;
}

/** When the account was suspended; null or undefined when it is not. */
export async function findSuspendedAt(db: Db, userId: string): Promise<Date | null | undefined> {
  const row = await db
    .selectFrom("profiles")
    .select("suspendedAt")
    .where("id", "=", userId)
    .executeTakeFirst();
  return row?.suspendedAt;
}

export async function insertEmailRequest(
  db: Db,
  request: { readonly id: string; readonly requestEncrypted: Buffer; readonly createdAt: Date },
): Promise<void> {
  await db.insertInto("authEmailRequests").values(request).execute();
}

/** Deletes a request and returns what it held; undefined when there is none. */
export async function deleteEmailRequest(db: Db, id: string): Promise<Buffer | undefined> {
  const row = await db
    .deleteFrom("authEmailRequests")
    .where("id", "=", id)
    .returning("requestEncrypted")
    .executeTakeFirst();
  return row?.requestEncrypted;
}

/** Deletes the requests made before `moment`; returns how many. */
export async function deleteEmailRequestsBefore(db: Db, moment: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("authEmailRequests")
    .where("createdAt", "<", moment)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
