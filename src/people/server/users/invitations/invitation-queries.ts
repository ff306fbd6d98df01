import { sql } from "kysely";
import type { InvitationState } from "#people/rules/staff-invitation.ts";
import type { StaffRole } from "#platform/rules/staff-role.ts";
import type { Db } from "#platform/server/db/open.ts";
import { openRoles } from "#people/server/db/members.ts";

export type StoredInvitation = {
  readonly id: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly invitedBy: string;
  readonly inviterEmail: string;
  readonly inviterName: string;
  /** Whether who invited is an admin still; otherwise the link no longer works. */
  readonly isByAdmin: boolean;
  readonly state: InvitationState;
  readonly invitedAt: Date;
  readonly expiresAt: Date;
};

function selectInvitations(db: Db) {
  return db
    .selectFrom("staffInvitations")
    .innerJoin("profiles", "profiles.id", "staffInvitations.invitedBy")
    .select([
      "staffInvitations.id",
      "staffInvitations.email",
      "staffInvitations.role",
      "staffInvitations.invitedBy",
      "staffInvitations.state",
      "staffInvitations.invitedAt",
      "staffInvitations.expiresAt",
      "profiles.email as inviterEmail",
      "profiles.fullName as inviterName",
    ])
    .select(
      sql<boolean>`profiles.is_admin and profiles.suspended_at is null and profiles.closed_at is null`.as(
        "isByAdmin",
      ),
    );
}

/** Those that were neither accepted nor withdrawn, the newest first. */
export async function listOpenInvitations(db: Db): Promise<StoredInvitation[]> {
  return await selectInvitations(db)
    .where("staffInvitations.state", "=", "open")
    .orderBy("staffInvitations.invitedAt", "desc")
    .orderBy("staffInvitations.id")
    .execute();
}

export async function countOpenInvitations(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("staffInvitations")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** An open invitation, locked until the transaction ends. */
export async function lockOpenInvitation(
  db: Db,
  id: string,
): Promise<StoredInvitation | undefined> {
  return await selectInvitations(db)
    .where("staffInvitations.id", "=", id)
    .where("staffInvitations.state", "=", "open")
    .forUpdate("staffInvitations")
    .executeTakeFirst();
}

/** The invitation whose newest link has this token. */
export async function findByToken(
  db: Db,
  tokenHash: Buffer,
): Promise<StoredInvitation | undefined> {
  return await selectInvitations(db).where("tokenHash", "=", tokenHash).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockByToken(
  db: Db,
  tokenHash: Buffer,
): Promise<StoredInvitation | undefined> {
  return await selectInvitations(db)
    .where("tokenHash", "=", tokenHash)
    .forUpdate("staffInvitations")
    .executeTakeFirst();
}

type Link = {
  readonly invitedBy: string;
  readonly tokenHash: Buffer;
  readonly invitedAt: Date;
  readonly expiresAt: Date;
};

/** Inserts an invitation; undefined when the address has an open one. */
export async function insertInvitation(
  db: Db,
  invitation: Link & { readonly email: string; readonly role: StaffRole },
): Promise<string | undefined> {
  const row = await db
    .insertInto("staffInvitations")
    .values(invitation)
    // A literal, since a plan for any value finds no index with this condition.
    .onConflict((conflict) =>
      conflict.column("email").where("state", "=", sql.lit("open")).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Replaces the link of an invitation, so that the earlier one no longer works. */
export async function updateLink(db: Db, id: string, link: Link): Promise<void> {
  await db.updateTable("staffInvitations").set(link).where("id", "=", id).execute();
}

export async function updateState(
  db: Db,
  id: string,
  state: Exclude<InvitationState, "open">,
): Promise<void> {
  await db.updateTable("staffInvitations").set({ state }).where("id", "=", id).execute();
}

/** Deletes the invitation of an address that is open and had expired by `now`. */
export async function deleteExpiredOf(db: Db, email: string, now: Date): Promise<void> {
  await db
    .deleteFrom("staffInvitations")
    .where("email", "=", email)
    .where("state", "=", "open")
    .where("expiresAt", "<=", now)
    .execute();
}

/** Deletes the invitations whose link had expired by `moment`; returns how many. */
export async function deleteExpiredBefore(db: Db, moment: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("staffInvitations")
    .where("expiresAt", "<=", moment)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export type InvitedAccount = {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly roles: readonly StaffRole[];
};

/** The account with this email, which must be in lower case. */
export async function findInvitedAccount(
  db: Db,
  email: string,
): Promise<InvitedAccount | undefined> {
  return await db
    .selectFrom("profiles")
    .select(["profiles.id as userId", "profiles.isAdmin", openRoles.as("roles")])
    .where("profiles.email", "=", email)
    .executeTakeFirst();
}
