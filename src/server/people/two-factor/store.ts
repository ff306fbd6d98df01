// The SQL of second factors: secrets, backup codes, and sign-ins that wait for a code.
import type { Db } from "#server/db/open.ts";

export type TwoFactor = {
  readonly secretEncrypted: Buffer;
  /** null: begun, but not confirmed with a first code. */
  readonly confirmedAt: Date | null;
};

export async function selectTwoFactor(db: Db, userId: string): Promise<TwoFactor | undefined> {
  return await db
    .selectFrom("two_factors")
    .select(["secret_encrypted as secretEncrypted", "confirmed_at as confirmedAt"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Keeps the secret of somebody who begins anew; false when theirs is confirmed already, which stays. */
export async function upsertUnconfirmed(
  db: Db,
  userId: string,
  secretEncrypted: Buffer,
  now: Date,
): Promise<boolean> {
  const begun = { secret_encrypted: secretEncrypted, last_step: null, created_at: now };
  const row = await db
    .insertInto("two_factors")
    .values({ user_id: userId, confirmed_at: null, ...begun })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet(begun).where("two_factors.confirmed_at", "is", null),
    )
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Turns the factor on; false when it is on already. */
export async function updateConfirmed(db: Db, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("two_factors")
    .set({ confirmed_at: now })
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses a time step up; false when it, or a later one, was used before. */
export async function updateLastStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("two_factors")
    .set({ last_step: BigInt(step) })
    .where("user_id", "=", userId)
    .where((where) =>
      where.or([where("last_step", "is", null), where("last_step", "<", BigInt(step))]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes the factor with its backup codes; false when there was none that had been confirmed. */
export async function deleteTwoFactor(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("two_factors")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Replaces all backup codes of a person. */
export async function replaceBackupCodes(
  db: Db,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.deleteFrom("backup_codes").where("user_id", "=", userId).execute();
  await db
    .insertInto("backup_codes")
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
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
    .updateTable("backup_codes")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("code_hash", "=", hash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countUnusedCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("backup_codes")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type ChallengeRow = {
  readonly userId: string;
  /** Whether the person is staff at this moment. */
  readonly isAdmin: boolean;
  readonly isForOffice: boolean;
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
    .deleteFrom("sign_in_challenges")
    .where("user_id", "=", challenge.userId)
    .where("expires_at", "<", challenge.now)
    .execute();
  await db
    .insertInto("sign_in_challenges")
    .values({
      token_hash: challenge.tokenHash,
      user_id: challenge.userId,
      is_for_office: challenge.isForOffice,
      expires_at: challenge.expiresAt,
      created_at: challenge.now,
    })
    .execute();
}

/** The challenge, locked until the transaction ends, so that its tries come one after the other. */
export async function lockChallenge(db: Db, tokenHash: Buffer): Promise<ChallengeRow | undefined> {
  return await db
    .selectFrom("sign_in_challenges")
    .innerJoin("profiles", "profiles.id", "sign_in_challenges.user_id")
    .select([
      "sign_in_challenges.user_id as userId",
      "sign_in_challenges.is_for_office as isForOffice",
      "sign_in_challenges.tries",
      "sign_in_challenges.expires_at as expiresAt",
      "profiles.is_admin as isAdmin",
    ])
    .where("sign_in_challenges.token_hash", "=", tokenHash)
    .forUpdate("sign_in_challenges")
    .executeTakeFirst();
}

export async function addTry(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable("sign_in_challenges")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("token_hash", "=", tokenHash)
    .execute();
}

export async function deleteChallenge(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom("sign_in_challenges").where("token_hash", "=", tokenHash).execute();
}

export async function deleteChallengesOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("sign_in_challenges").where("user_id", "=", userId).execute();
}
