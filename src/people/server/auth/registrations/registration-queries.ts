import { sql } from "kysely";
import type { Language } from "#platform/rules/language.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { Db } from "#platform/server/db/open.ts";

export type PendingRegistration = {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly passwordHash: string;
  readonly chosenPlan: PlanName | null;
  /** Of the screen on which it was made. */
  readonly language: Language;
  /** When its newest link expires; null: it has none. */
  readonly tokenExpiresAt: Date | null;
};

const columns = [
  "id",
  "email",
  "fullName",
  "passwordHash",
  "chosenPlan",
  "language",
  "tokenExpiresAt",
] as const;

export async function insertRegistration(
  db: Db,
  registration: Omit<PendingRegistration, "id" | "tokenExpiresAt"> & {
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<string> {
  const { now, ...values } = registration;
  const { id } = await db
    .insertInto("pendingRegistrations")
    .values({ ...values, createdAt: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes all sign-ups of an address except the newest `most`. */
export async function deleteAllButNewestRegistrations(
  db: Db,
  email: string,
  most: number,
): Promise<void> {
  await sql`
    delete from pending_registrations where id in (
      select id from pending_registrations where email = ${email}
      order by created_at desc, id offset ${most}
    )
  `.execute(db);
}

/** The sign-ups of an address that have not expired, the newest first. */
export async function listRegistrations(
  db: Db,
  email: string,
  now: Date,
): Promise<PendingRegistration[]> {
  return await db
    .selectFrom("pendingRegistrations")
    .select(columns)
    .where("email", "=", email)
    .where("expiresAt", ">", now)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .execute();
}

export async function findRegistration(
  db: Db,
  id: string,
  now: Date,
): Promise<PendingRegistration | undefined> {
  return await db
    .selectFrom("pendingRegistrations")
    .select(columns)
    .where("id", "=", id)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
}

/**
 * All sign-ups of the address that this token was sent to, locked until the transaction ends; `hasToken` marks the one
 * it belongs to. Always locked in the same order, so that two links used at once do not deadlock.
 */
export async function lockRegistrationsByToken(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<(PendingRegistration & { readonly hasToken: boolean })[]> {
  const rows = await db
    .selectFrom("pendingRegistrations")
    .select(columns)
    .select("tokenHash")
    .where("email", "=", ({ selectFrom }) =>
      selectFrom("pendingRegistrations").select("email").where("tokenHash", "=", tokenHash),
    )
    .where("expiresAt", ">", now)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ tokenHash: stored, ...row }) => ({
    ...row,
    hasToken: stored !== null && stored.equals(tokenHash),
  }));
}

export async function updateRegistrationToken(
  db: Db,
  id: string,
  token: { readonly hash: Buffer; readonly expiresAt: Date },
): Promise<void> {
  await db
    .updateTable("pendingRegistrations")
    .set({ tokenHash: token.hash, tokenExpiresAt: token.expiresAt })
    .where("id", "=", id)
    .execute();
}

/** Makes every link void that was sent for a sign-up with this address. */
export async function clearRegistrationTokens(db: Db, email: string): Promise<void> {
  await db
    .updateTable("pendingRegistrations")
    .set({ tokenHash: null, tokenExpiresAt: null })
    .where("email", "=", email)
    .where("tokenHash", "is not", null)
    .execute();
}

export async function deleteRegistration(db: Db, id: string): Promise<void> {
  await db.deleteFrom("pendingRegistrations").where("id", "=", id).execute();
}

/** Deletes the sign-ups that had expired by `now`; returns how many. */
export async function deleteExpired(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("pendingRegistrations")
    .where("expiresAt", "<=", now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
