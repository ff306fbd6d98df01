// Checks the code of a second factor and uses it up.
import type { AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { decrypt } from "#server/encryption.ts";
import { apiError } from "#contract/errors.ts";
import { hashBackupCode, readBackupCode } from "./backup-codes.ts";
import { selectTwoFactor, updateCodeUsed, updateLastStep } from "./two-factor-queries.ts";
import { findStep } from "./totp.ts";

/** What secrets are sealed for. */
export const secretPurpose = "two-factor";

/** A code as typed: six digits of the app, or a backup code, bare. */
export type InputCode = { readonly kind: "app" | "backup"; readonly code: string };

/** Reads six digits, blanks aside, or (where `mayBeBackup`) a backup code. Refuses anything else with `invalid_code`. */
export function inputCode(typed: string, { mayBeBackup }: { mayBeBackup: boolean }): InputCode {
  const bare = typed.replaceAll(/\s/g, "");
  if (/^[0-9]{6}$/.test(bare)) return { kind: "app", code: bare };
  const backup = mayBeBackup ? readBackupCode(typed) : null;
  if (backup === null) throw apiError("invalid_code");
  return { kind: "backup", code: backup };
}

/**
 * Whether the code is this person's and has not been used; it is used up then. Of any number at once with the same
 * code one is told so. To be called in the transaction of what the code permits.
 */
export async function useCode(
  { config, now }: Pick<AppServices, "config" | "now">,
  db: Db,
  userId: string,
  given: InputCode,
): Promise<boolean> {
  if (given.kind === "backup") {
    const hash = hashBackupCode(config.secret, userId, given.code);
    return await updateCodeUsed(db, userId, hash, now());
  }
  const twoFactor = await selectTwoFactor(db, userId);
  if (twoFactor === undefined) return false;
  const secret = decrypt(config.secret, secretPurpose, twoFactor.secretEncrypted);
  const step = findStep(secret, given.code, now());
  return step !== null && (await updateLastStep(db, userId, step));
}
