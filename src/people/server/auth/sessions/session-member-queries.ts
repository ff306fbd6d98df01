// The SQL about who may still read what an open session may.
import { sql } from "kysely";
import type { StaffMember } from "#platform/rules/staff-role.ts";
import { hasTwoFactor, openRoles } from "#people/server/db/role-columns.ts";
import type { Db } from "#platform/server/db/open.ts";

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
