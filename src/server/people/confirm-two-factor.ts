// Turns the second factor on with the app's first code.
import { refusal } from "#contract/problems.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { countAttempt, forgetAttempt } from "#server/limits/count-attempt.ts";
import { queueTwoFactorChanged } from "./letters-to-people.ts";
import { requireFreshProof } from "./require-fresh-proof.ts";
import { confirmFactor, readFactor } from "./two-factor/own-factor.ts";
import { givenCode } from "./two-factor/use-code.ts";

/**
 * Answers the backup codes, which are shown this once, and writes to the person. Refusals: `fresh_proof_required`,
 * `invalid_code`, `two_factor_not_started`, `two_factor_enabled`, `wrong_code`, `too_many_requests`.
 */
export async function confirmTwoFactor(
  context: SignedInContext,
  input: { readonly code: string },
): Promise<{ backupCodes: string[] }> {
  requireFreshProof(context);
  const { id: userId, email } = context.session.person;
  const { code } = givenCode(input.code, { mayBeBackup: false });
  const { enabledAt, isBegun } = await readFactor(context, userId);
  if (enabledAt !== null) throw refusal("two_factor_enabled");
  if (!isBegun) throw refusal("two_factor_not_started");
  const failure = await countAttempt(context.db, "failedCodesPerAccount", userId, context.now());
  if (failure === null) throw refusal("too_many_requests");
  const backupCodes = await atomically(context.db, async (db) => {
    const codes = await confirmFactor({ ...context, db }, userId, code);
    if (codes === null) return null;
    await forgetAttempt(db, failure);
    await queueTwoFactorChanged(context, db, { email, isEnabled: true });
    return codes;
  });
  if (backupCodes === null) throw refusal("wrong_code");
  return { backupCodes };
}
