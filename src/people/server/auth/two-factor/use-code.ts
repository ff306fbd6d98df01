import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { decrypt } from "#platform/server/encryption.ts";
import { apiError } from "#platform/contract/errors.ts";
import { hashBackupCode, parseBackupCode } from "./backup-codes.ts";
import { findTwoFactor, updateBackupCodeUsed, updateLastStep } from "./two-factor-queries.ts";
import { findStep } from "./totp.ts";

/** The purpose for which the secrets of authenticator apps are encrypted. */
export const secretPurpose = "two-factor";

/** Six digits of the authenticator app, or a backup code without its dash. */
export type TwoFactorCode = { readonly kind: "app" | "backup"; readonly code: string };

/** Parses six digits, ignoring white space, or (with `mayBeBackup`) a backup code. Throws `invalid_code`. */
export function parseCode(typed: string, { mayBeBackup }: { mayBeBackup: boolean }): TwoFactorCode {
  const bare = typed.replaceAll(/\s/g, "");
  if (/^[0-9]{6}$/.test(bare)) return { kind: "app", code: bare };
  const backup = mayBeBackup ? parseBackupCode(typed) : null;
  if (backup === null) throw apiError("invalid_code");
  return { kind: "backup", code: backup };
}

/**
 * Whether the code is valid for this user and unused; it is used up then, so that of any number of calls at once with
 * the same code only one gets true. To be called in the transaction of what the code permits.
 */
export async function useCode(
  { config, now }: Pick<AppServices, "config" | "now">,
  db: Db,
  userId: string,
  input: TwoFactorCode,
): Promise<boolean> {
  if (input.kind === "backup") {
    const hash = hashBackupCode(config.secret, userId, input.code);
    return await updateBackupCodeUsed(db, userId, hash, now());
  }
  const twoFactor = await findTwoFactor(db, userId);
  if (twoFactor === undefined) return false;
  const secret = decrypt(config.secret, secretPurpose, twoFactor.secretEncrypted);
  const step = findStep(secret, input.code, now());
  return step !== null && (await updateLastStep(db, userId, step));
}
