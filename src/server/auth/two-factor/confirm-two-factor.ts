// Turns the second factor on with the app's first code.
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { countAttempt, uncountAttempt } from "#server/limits/count-attempt.ts";
import { queueTwoFactorChanged } from "#server/auth/auth-emails.ts";
import { requireReauthentication } from "#server/auth/require-reauthentication.ts";
import { confirmFactor, readFactor } from "./own-factor.ts";
import { inputCode } from "./use-code.ts";

/**
 * Answers the backup codes, which are shown this once, and writes to the person. Refusals: `reauthentication_required`,
 * `invalid_code`, `two_factor_not_started`, `two_factor_enabled`, `wrong_code`, `too_many_requests`.
 */
export async function confirmTwoFactor(
  context: SignedInContext,
  input: { readonly code: string },
): Promise<{ backupCodes: string[] }> {
  requireReauthentication(context);
  const { id: userId, email } = context.session.person;
  const { code } = inputCode(input.code, { mayBeBackup: false });
  const { enabledAt, isBegun } = await readFactor(context, userId);
  if (enabledAt !== null) throw apiError("two_factor_enabled");
  if (!isBegun) throw apiError("two_factor_not_started");
  const failure = await countAttempt(context.db, "failedCodesPerAccount", userId, context.now());
  if (failure === null) throw apiError("too_many_requests");
  const backupCodes = await atomically(context.db, async (db) => {
    const codes = await confirmFactor({ ...context, db }, userId, code);
    if (codes === null) return null;
    await uncountAttempt(db, failure);
    await queueTwoFactorChanged(context, db, { email, isEnabled: true });
    return codes;
  });
  if (backupCodes === null) throw apiError("wrong_code");
  return { backupCodes };
}
