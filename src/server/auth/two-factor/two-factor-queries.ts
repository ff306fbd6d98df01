// The SQL of second factors: secrets, backup codes, and sign-ins that wait for a code.
import type { Db } from "#server/db/open.ts";

export type TwoFactor = {
  readonly secretEncrypted: Buffer;
  /** null: begun, but not confirmed with a first code. */
  readonly confirmedAt: Date | null;
};

export async function selectTwoFactor(db: Db, userId: string): Promise<TwoFactor | undefined> {
  return await db
    .selectFrom("twoFactors")
    .select(["secretEncrypted", "confirmedAt"])
    .where("userId", "=", userId)
    .executeTakeFirst();
}

/** Keeps the secret of somebody who begins anew; false when theirs is confirmed already, which stays. */
export async function upsertUnconfirmed(
  db: Db,
  userId: string,
  secretEncrypted: Buffer,
  now: Date,
): Promise<boolean> {
  const begun = { secretEncrypted, lastStep: null, createdAt: now };
  const row = await db
    .insertInto("twoFactors")
    .values({ userId, confirmedAt: null, ...begun })
    .onConflict((conflict) =>
      conflict.column("userId").doUpdateSet(begun).where("twoFactors.confirmedAt", "is", null),
    )
    .returning("userId")
    .executeTakeFirst();
  return row !== undefined;
}

/** Turns the factor on; false when it is on already. */
export async function updateConfirmed(db: Db, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("twoFactors")
    .set({ confirmedAt: now })
    .where("userId", "=", userId)
    .where("confirmedAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses a time step up; false when it, or a later one, was used before. */
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

/** Removes the factor with its backup codes; false when there was none that had been confirmed. */
export async function deleteTwoFactor(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("twoFactors")
    .where("userId", "=", userId)
    .where("confirmedAt", "is not", null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Replaces all backup codes of a person. */
export async function replaceBackupCodes(
  db: Db,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.deleteFrom("backupCodes").where("userId", "=", userId).execute();
  await db
    .insertInto("backupCodes")
    .values(hashes.map((hash) => ({ userId, codeHash: hash })))
    .execute();
}

/** Uses a backup code up; false when there is none like it, or it was used. */
export async function updateCodeUsed(
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

export async function countUnusedCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("backupCodes")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("userId", "=", userId)
    .where("usedAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type ChallengeRow = {
  readonly userId: string;
  /** Whether the person is staff at this moment. */
  readonly isAdmin: boolean;
  readonly isForAdmin: boolean;
  readonly tries: number;
  readonly expiresAt: Date;
};

/** Adds a challenge, and removes those that are long over. */
export async function insertChallenge(
  db: Db,
  challenge: Omit<ChallengeRow, "tries" | "isAdmin"> & {
    readonly tokenHash: Buffer;
    readonly now: Date;
  },
): Promise<void> {
  await db
    .deleteFrom("signInChallenges")
    .where("userId", "=", challenge.userId)
    .where("expiresAt", "<", challenge.now)
    .execute();
  await db
    .insertInto("signInChallenges")
    .values({
      tokenHash: challenge.tokenHash,
      userId: challenge.userId,
      isForAdmin: challenge.isForAdmin,
      expiresAt: challenge.expiresAt,
      createdAt: challenge.now,
    })
    .execute();
}

/** The challenge, locked until the transaction ends, so that its tries come one after the other. */
export async function lockChallenge(db: Db, tokenHash: Buffer): Promise<ChallengeRow | undefined> {
  return await db
    .selectFrom("signInChallenges")
    .innerJoin("profiles", "profiles.id", "signInChallenges.userId")
    .select([
      "signInChallenges.userId",
      "signInChallenges.isForAdmin",
      "signInChallenges.tries",
      "signInChallenges.expiresAt",
      "profiles.isAdmin",
    ])
    .where("signInChallenges.tokenHash", "=", tokenHash)
    .forUpdate("signInChallenges")
    .executeTakeFirst();
}

export async function addTry(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable("signInChallenges")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("tokenHash", "=", tokenHash)
    .execute();
}

export async function deleteChallenge(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom("signInChallenges").where("tokenHash", "=", tokenHash).execute();
}

export async function deleteChallengesOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("signInChallenges").where("userId", "=", userId).execute();
}
