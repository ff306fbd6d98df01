import type { StaffRole } from "#platform/rules/staff-role.ts";
import type { Db } from "#platform/server/db/open.ts";

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
