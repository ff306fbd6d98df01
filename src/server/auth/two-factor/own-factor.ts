// A person's own second factor: beginning, confirming and ending it, and its backup codes.
import type { AppServices } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import { encrypt } from "#server/encryption.ts";
import { hashBackupCode, makeBackupCodes, readBackupCode } from "./backup-codes.ts";
import {
  countUnusedCodes,
  deleteTwoFactor,
  replaceBackupCodes,
  selectTwoFactor,
  updateConfirmed,
  upsertUnconfirmed,
} from "./two-factor-queries.ts";
import { makeTotpSecret } from "./totp.ts";
import { secretPurpose, useCode } from "./use-code.ts";

type Needed = Pick<AppServices, "config" | "db" | "now">;

/** Since when it is on (null: it is not), whether it was begun, and how many backup codes are left. */
export async function readFactor(
  { db }: Pick<Needed, "db">,
  userId: string,
): Promise<{ enabledAt: Date | null; isBegun: boolean; backupCodesLeft: number }> {
  const factor = await selectTwoFactor(db, userId);
  const enabledAt = factor?.confirmedAt ?? null;
  const backupCodesLeft = enabledAt === null ? 0 : await countUnusedCodes(db, userId);
  return { enabledAt, isBegun: factor !== undefined, backupCodesLeft };
}

/** Makes and keeps a new secret, not yet in force; null when the factor is on already. */
export async function beginFactor(
  { config, db, now }: Needed,
  userId: string,
): Promise<Buffer | null> {
  const secret = makeTotpSecret();
  const ciphertext = encrypt(config.secret, secretPurpose, secret);
  return (await upsertUnconfirmed(db, userId, ciphertext, now())) ? secret : null;
}

/** Turns the factor on if `code` is right, and answers the backup codes; null when it is not right. */
export async function confirmFactor(
  services: Needed,
  userId: string,
  code: string,
): Promise<string[] | null> {
  return await atomically(services.db, async (db) => {
    const isRight = await useCode(services, db, userId, { kind: "app", code });
    if (!isRight || !(await updateConfirmed(db, userId, services.now()))) return null;
    return await renewCodes({ ...services, db }, userId);
  });
}

/** Makes new backup codes in place of all earlier ones. */
export async function renewCodes({ config, db }: Needed, userId: string): Promise<string[]> {
  const codes = makeBackupCodes();
  const hashes = codes.map((code) =>
    hashBackupCode(config.secret, userId, readBackupCode(code) ?? code),
  );
  await atomically(db, (inner) => replaceBackupCodes(inner, userId, hashes));
  return codes;
}

/** Turns the factor off; false when it was not on. */
export async function endFactor(db: Db, userId: string): Promise<boolean> {
  return await deleteTwoFactor(db, userId);
}
