import type { Db } from "#platform/server/db/open.ts";
import { isStaffAccount } from "#people/server/db/members.ts";

type TwoFactor = {
  readonly secretEncrypted: Buffer;
  /** null: set-up was started, but not confirmed with a first code. */
  readonly confirmedAt: Date | null;
};

export async function findTwoFactor(db: Db, userId: string): Promise<TwoFactor | undefined> {
  return await db
    .selectFrom("twoFactors")
    .select(["secretEncrypted", "confirmedAt"])
    .where("userId", "=", userId)
    .executeTakeFirst();
}

/** Inserts or replaces an unconfirmed secret; false when a confirmed one exists, which stays. */
export async function upsertUnconfirmedTwoFactor(
  db: Db,
  userId: string,
  secretEncrypted: Buffer,
  now: Date,
): Promise<boolean> {
  const values = { secretEncrypted, lastStep: null, createdAt: now };
  const row = await db
    .insertInto("twoFactors")
    .values({ userId, confirmedAt: null, ...values })
    .onConflict((conflict) =>
      conflict.column("userId").doUpdateSet(values).where("twoFactors.confirmedAt", "is", null),
    )
    .returning("userId")
    .executeTakeFirst();
  return row !== undefined;
}

/** Turns two-factor authentication on; false when it is on already. */
export async function updateTwoFactorConfirmed(
  db: Db,
  userId: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("twoFactors")
    .set({ confirmedAt: now })
    .where("userId", "=", userId)
    .where("confirmedAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that the code of this time step was used; false when it, or a later one, was used before. */
export async function updateLastStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("twoFactors")
    .set({ lastStep: BigInt(step) })
    .where("userId", "=", userId)
    .where((where) =>
      where.or([where("lastStep", "is", null), where("lastStep", "<", BigInt(step))]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a confirmed secret and the backup codes; false when there was none. */
export async function deleteTwoFactor(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("twoFactors")
    .where("userId", "=", userId)
    .where("confirmedAt", "is not", null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function replaceBackupCodes(
  db: Db,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.deleteFrom("backupCodes").where("userId", "=", userId).execute();
  await db
    .insertInto("backupCodes")
    .values(hashes.map((codeHash) => ({ userId, codeHash })))
    .execute();
}

/** Marks a backup code as used; false when it does not exist or was used before. */
export async function updateBackupCodeUsed(
  db: Db,
  userId: string,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("backupCodes")
    .set({ usedAt: now })
    .where("userId", "=", userId)
    .where("codeHash", "=", hash)
    .where("usedAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countUnusedBackupCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("backupCodes")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("userId", "=", userId)
    .where("usedAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type ChallengeRow = {
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
