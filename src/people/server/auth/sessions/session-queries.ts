import { sql } from "kysely";
import type { Person } from "#platform/contract/session.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { hasTwoFactor, isStaffAccount, openRoles } from "#people/server/db/members.ts";
import { isWarehouseEntered } from "#catalogue/server/db/warehouse-columns.ts";
import "#people/server/announcements.ts";
import type { StaffMember } from "#platform/rules/staff-role.ts";

type SessionRow = {
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly updatedAt: Date;
  readonly reauthenticatedAt: Date;
  readonly person: Person;
};

type SessionColumns = Omit<SessionRow, "person"> &
  Pick<
    RowOf<"profiles">,
    | "id"
    | "email"
    | "fullName"
    | "subscription"
    | "packageQuota"
    | "maxWeightGrams"
    | "displayCurrency"
    | "isAdmin"
    | "language"
  > &
  Pick<Person, "roles" | "hasTwoFactor" | "isWarehouseEntered" | "isCustomer"> & {
    readonly spendableCents: bigint;
  };

/** The session with this token and its user; undefined when it had ended by `now` or the account may not sign in. */
export async function findSessionRow(
  { db, listeners }: Pick<AppServices, "db" | "listeners">,
  token: string,
  now: Date,
): Promise<SessionRow | undefined> {
  // Raw SQL, since this runs at every request and building the query takes longer than sending it.
  const { rows } = await sql<SessionColumns>`
    select sessions.id as session_id, sessions.expires_at, sessions.updated_at, sessions.reauthenticated_at,
      profiles.id, profiles.email, profiles.full_name, profiles.subscription, profiles.package_quota,
      profiles.max_weight_grams, profiles.display_currency, profiles.is_admin, profiles.language,
      ${openRoles} as roles, ${hasTwoFactor} as has_two_factor,
      ${isStaffAccount} and ${isWarehouseEntered} as is_warehouse_entered,
      ${listeners.spendableCents} as spendable_cents, users.is_customer
    from sessions join profiles on profiles.id = sessions.user_id join users on users.id = profiles.id
    where sessions.token = ${token} and sessions.expires_at > ${now}
      and profiles.closed_at is null and profiles.suspended_at is null
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { sessionId, expiresAt, updatedAt, reauthenticatedAt, spendableCents, ...user } = row;
  const walletBalanceCents = Number(spendableCents);
  return {
    sessionId,
    expiresAt,
    updatedAt,
    reauthenticatedAt,
    person: { ...user, walletBalanceCents },
  };
}

export async function insertSession(
  db: Db,
  session: {
    readonly userId: string;
    readonly token: string;
    readonly ipAddress: string;
    readonly userAgent: string;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  const { createdAt } = session;
  await db
    .insertInto("sessions")
    .values({ ...session, updatedAt: createdAt, reauthenticatedAt: createdAt })
    .execute();
}

type OpenSessionRow = {
  readonly id: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** The sessions of a user that have not ended by `now`, the one used last first. */
export async function listOpenSessions(
  db: Db,
  userId: string,
  now: Date,
): Promise<OpenSessionRow[]> {
  return await db
    .selectFrom("sessions")
    .select(["id", "ipAddress", "userAgent", "createdAt", "updatedAt"])
    .where("userId", "=", userId)
    .where("expiresAt", ">", now)
    .orderBy("updatedAt", "desc")
    .orderBy("id")
    .execute();
}

/** Marks a session as used at `now`; it ends at `expiresAt` unless it is used again. */
export async function updateSessionUse(
  db: Db,
  sessionId: string,
  use: { readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ updatedAt: use.now, expiresAt: use.expiresAt })
    .where("id", "=", sessionId)
    .execute();
}

export async function updateReauthenticatedAt(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ reauthenticatedAt: now })
    .where("id", "=", sessionId)
    .execute();
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom("sessions").where("id", "=", sessionId).execute();
}

/** Deletes a session if it is this user's; false when there is none. */
export async function deleteOwnSession(
  db: Db,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("id", "=", sessionId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the sessions of a user except `currentSessionId`; returns how many there were. */
export async function deleteOtherSessions(
  db: Db,
  userId: string,
  currentSessionId: string,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("userId", "=", userId)
    .where("id", "!=", currentSessionId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("sessions").where("userId", "=", userId).execute();
}

/** The sessions among `sessionIds` that are still valid, with the roles of their users. */
export async function listSessionMembers(
  db: Db,
  sessionIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, StaffMember>> {
  const rows = await db
    .selectFrom("sessions")
    .innerJoin("profiles", "profiles.id", "sessions.userId")
    .select(["sessions.id", "profiles.isAdmin"])
    .select([openRoles.as("roles"), hasTwoFactor.as("hasTwoFactor")])
    .where((expression) => expression("sessions.id", "=", sql<string>`any(${sessionIds}::uuid[])`))
    .where("sessions.expiresAt", ">", now)
    .where("profiles.closedAt", "is", null)
    .where("profiles.suspendedAt", "is", null)
    .execute();
  return new Map(rows.map(({ id, ...member }) => [id, member]));
}
