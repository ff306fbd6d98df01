import type { Db } from "#platform/server/db/open.ts";
import { isStaffAccount } from "#people/server/db/role-columns.ts";

export type ChallengeRow = {
  readonly userId: string;
  /** Whether the user is an admin or has a role now. */
  readonly isStaff: boolean;
  /** Whether the sign-in is to the admin area. */
  readonly isForAdmin: boolean;
  readonly tries: number;
  readonly expiresAt: Date;
};

/** Inserts a challenge, and deletes expired ones of the same user. */
export async function insertChallenge(
  db: Db,
  challenge: Omit<ChallengeRow, "tries" | "isStaff"> & {
    readonly tokenHash: Buffer;
    readonly now: Date;
  },
): Promise<void> {
  const { now, ...values } = challenge;
  await db
    .deleteFrom("signInChallenges")
    .where("userId", "=", values.userId)
    .where("expiresAt", "<", now)
    .execute();
  await db
    .insertInto("signInChallenges")
    .values({ ...values, createdAt: now })
    .execute();
}

/** The challenge, locked until the transaction ends so that tries at the same moment are counted exactly. */
export async function lockChallenge(db: Db, tokenHash: Buffer): Promise<ChallengeRow | undefined> {
  return await db
    .selectFrom("signInChallenges")
    .innerJoin("profiles", "profiles.id", "signInChallenges.userId")
    .select([
      "signInChallenges.userId",
      "signInChallenges.isForAdmin",
      "signInChallenges.tries",
      "signInChallenges.expiresAt",
      isStaffAccount.as("isStaff"),
    ])
    .where("signInChallenges.tokenHash", "=", tokenHash)
    .forUpdate("signInChallenges")
    .executeTakeFirst();
}

/** Counts one more try of a challenge. */
export async function updateChallengeTries(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable("signInChallenges")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("tokenHash", "=", tokenHash)
    .execute();
}

export async function deleteChallenge(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom("signInChallenges").where("tokenHash", "=", tokenHash).execute();
}

export async function deleteChallenges(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("signInChallenges").where("userId", "=", userId).execute();
}
