import type { User, UserDetails } from "#office/contract/admin-users.ts";
import type { Db } from "#platform/server/db/open.ts";
import { profileColumns } from "#people/server/users/profile-columns.ts";
import { openRoles } from "#people/server/db/role-columns.ts";

/** The columns of a user as admins see it. */
export function selectUsers(db: Db) {
  return db
    .selectFrom("profiles")
    .leftJoin("ledgerAccounts", "ledgerAccounts.userId", "profiles.id")
    .select(profileColumns.map((column) => `profiles.${column}` as const))
    .select([
      "profiles.subscription",
      "profiles.packageQuota",
      "profiles.maxWeightGrams",
      "profiles.isAdmin",
      openRoles.as("roles"),
      "profiles.createdAt",
      "profiles.updatedAt",
      "profiles.suspendedAt",
      "profiles.closedAt",
      "ledgerAccounts.balanceCents",
      "ledgerAccounts.heldCents",
    ]);
}

/** A user with everything that is stored; `describeUser` withholds what its reader may not see. */
type StoredUser = User & { readonly walletBalanceCents: number; readonly heldCents: number };

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>["executeTakeFirstOrThrow"]>>;

export function toUser({ balanceCents, heldCents, ...row }: UserRow): StoredUser {
  return {
    ...row,
    walletBalanceCents: Number((balanceCents ?? 0n) - (heldCents ?? 0n)),
    heldCents: Number(heldCents ?? 0n),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

/** A user with what only the page of that user shows, except the plan. */
export async function findUser(
  db: Db,
  userId: string,
): Promise<Omit<UserDetails, "plan" | "grantedRoles"> | undefined> {
  const row = await selectUsers(db)
    .innerJoin("users", "users.id", "profiles.id")
    .leftJoin("twoFactors", "twoFactors.userId", "profiles.id")
    .leftJoin("memberCodes", "memberCodes.userId", "profiles.id")
    .select(["users.emailVerified as isVerified", "profiles.suspensionReason"])
    .select(["twoFactors.confirmedAt", "memberCodes.code as memberCode"])
    .where("profiles.id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { isVerified, suspensionReason, confirmedAt, memberCode, ...user } = row;
  const hasTwoFactor = confirmedAt !== null;
  return { ...toUser(user), isVerified, suspensionReason, memberCode, hasTwoFactor };
}

/** Locks an account until the transaction ends; false when there is none. */
export async function lockProfile(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("profiles")
    .select("id")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Also removes the name in Latin letters, which was that of the old name. */
export async function updateName(
  db: Db,
  userId: string,
  fullName: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ fullName, latinName: null, updatedAt: now })
    .where("id", "=", userId)
    .execute();
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}

/**
 * Changes the email of an account, which is then not verified; false when another account has it. The transaction has
 * failed then and can only be rolled back.
 */
export async function updateEmail(
  db: Db,
  userId: string,
  email: string,
  now: Date,
): Promise<boolean> {
  try {
    await db
      .updateTable("users")
      .set({ email, emailVerified: false, updatedAt: now })
      .where("id", "=", userId)
      .execute();
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
  await db
    .updateTable("profiles")
    .set({ email, updatedAt: now })
    .where("id", "=", userId)
    .execute();
  return true;
}

/** Suspends an account for `reason`; null ends the suspension. */
export async function updateSuspension(
  db: Db,
  userId: string,
  reason: string | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ suspendedAt: reason === null ? null : now, suspensionReason: reason, updatedAt: now })
    .where("id", "=", userId)
    .execute();
}
