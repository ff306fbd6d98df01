import type { Db } from "#platform/server/db/open.ts";

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
