// The SQL of sign-ups whose address is not verified yet.
import { sql } from "kysely";
import type { PlanName } from "#core/plan.ts";
import type { Db } from "#server/db/open.ts";

/** What was typed at one sign-up. */
export type PendingRegistration = {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly passwordHash: string;
  readonly chosenPlan: PlanName | null;
  /** Until when its newest link works; null: it has none. */
  readonly tokenExpiresAt: Date | null;
};

const columns = [
  "id",
  "email",
  "full_name as fullName",
  "password_hash as passwordHash",
  "chosen_plan as chosenPlan",
  "token_expires_at as tokenExpiresAt",
] as const;

export async function insertRegistration(
  db: Db,
  registration: Omit<PendingRegistration, "id" | "tokenExpiresAt"> & {
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<string> {
  const { id } = await db
    .insertInto("pending_registrations")
    .values({
      email: registration.email,
      full_name: registration.fullName,
      password_hash: registration.passwordHash,
      chosen_plan: registration.chosenPlan,
      created_at: registration.now,
      expires_at: registration.expiresAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Removes all of an address but the newest `most`. */
export async function deleteAllButNewest(db: Db, email: string, most: number): Promise<void> {
  await sql`
    delete from pending_registrations where id in (
      select id from pending_registrations where email = ${email}
      order by created_at desc, id offset ${most}
    )
  `.execute(db);
}

/** Those of an address that have not expired, the newest first. */
export async function listRegistrations(
  db: Db,
  email: string,
  now: Date,
): Promise<PendingRegistration[]> {
  return await db
    .selectFrom("pending_registrations")
    .select(columns)
    .where("email", "=", email)
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

export async function findRegistration(
  db: Db,
  id: string,
  now: Date,
): Promise<PendingRegistration | undefined> {
  return await db
    .selectFrom("pending_registrations")
    .select(columns)
    .where("id", "=", id)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/**
 * All sign-ups of the address that this token's link went to, locked until the transaction ends; `isLinks`: the one
 * that the link belongs to. Always in the same order, so that two links used at once wait for each other.
 */
export async function lockRegistrationsByToken(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<(PendingRegistration & { readonly isLinks: boolean })[]> {
  const rows = await db
    .selectFrom("pending_registrations")
    .select(columns)
    .select("token_hash as tokenHash")
    .where("email", "=", ({ selectFrom }) =>
      selectFrom("pending_registrations").select("email").where("token_hash", "=", tokenHash),
    )
    .where("expires_at", ">", now)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ tokenHash: kept, ...row }) => ({
    ...row,
    isLinks: kept !== null && kept.equals(tokenHash),
  }));
}

/** Gives it the token of a new link; the link before becomes void. */
export async function updateToken(
  db: Db,
  id: string,
  token: { readonly hash: Buffer; readonly expiresAt: Date },
): Promise<void> {
  await db
    .updateTable("pending_registrations")
    .set({ token_hash: token.hash, token_expires_at: token.expiresAt })
    .where("id", "=", id)
    .execute();
}

/** Makes every link void that was sent for a sign-up with this address. */
export async function clearTokensOf(db: Db, email: string): Promise<void> {
  await db
    .updateTable("pending_registrations")
    .set({ token_hash: null, token_expires_at: null })
    .where("email", "=", email)
    .where("token_hash", "is not", null)
    .execute();
}

export async function deleteRegistration(db: Db, id: string): Promise<void> {
  await db.deleteFrom("pending_registrations").where("id", "=", id).execute();
}

export async function deleteRegistrationsOf(db: Db, email: string): Promise<void> {
  await db.deleteFrom("pending_registrations").where("email", "=", email).execute();
}

/** Removes what expired by `now`; returns how many there were. */
export async function deleteExpired(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("pending_registrations")
    .where("expires_at", "<=", now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
