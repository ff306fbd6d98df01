import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { uncountAttempt } from "#platform/server/limits/count-attempt.ts";
import { findPasswordHash } from "#people/server/auth/account-queries.ts";
import { queueTwoFactorChanged } from "#people/server/auth/auth-emails.ts";
import { rememberDevice } from "#people/server/auth/known-device.ts";
import { countCode } from "./count-code.ts";
import { getTwoFactorState } from "./read-two-factor.ts";
import { issueBackupCodes } from "./renew-backup-codes.ts";
import { updateTwoFactorConfirmed } from "./two-factor-queries.ts";
import { parseCode, useCode } from "./use-code.ts";

/**
 * Turns two-factor authentication on with the app's first code and confirms it by email. Returns the backup codes,
 * which are shown only this once; the device becomes known to the account, with its code. Throws `invalid_code`, `two_factor_not_started`,
 * `two_factor_enabled`, `wrong_code` and `too_many_requests`.
 */
export async function confirmTwoFactor(
  context: SignedInContext,
  input: { readonly code: string },
): Promise<{ backupCodes: string[] }> {
  const { id: userId, email } = context.session.person;
  const code = parseCode(input.code, { mayBeBackup: false });
  const { enabledAt, isStarted } = await getTwoFactorState(context, userId);
  if (enabledAt !== null) throw apiError("two_factor_enabled");
  if (!isStarted) throw apiError("two_factor_not_started");
  const failure = await countCode(context, context.db, userId);
  const backupCodes = await atomically(context.db, async (db) => {
    if (!(await useCode(context, db, userId, code))) return null;
    if (!(await updateTwoFactorConfirmed(db, userId, context.now()))) return null;
    const codes = await issueBackupCodes({ ...context, db }, userId);
    await uncountAttempt(db, failure);
    await queueTwoFactorChanged(context, db, { email, isEnabled: true });
    return codes;
  });
  if (backupCodes === null) throw apiError("wrong_code");
  const passwordHash = await findPasswordHash(context.db, userId);
  if (passwordHash !== null) rememberDevice(context, { userId, passwordHash }, { withCode: true });
  return { backupCodes };
}
