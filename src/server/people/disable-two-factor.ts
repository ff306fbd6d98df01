// Turns the second factor off.
import { refusal } from "#contract/problems.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { queueTwoFactorChanged } from "./letters-to-people.ts";
import { provePassword } from "./prove-password.ts";
import { endFactor } from "./two-factor/own-factor.ts";

/**
 * Forgets the secret and the backup codes, and writes to the person. Refusals: `missing_information`,
 * `wrong_password`, `two_factor_not_enabled`, `too_many_requests`.
 */
export async function disableTwoFactor(
  context: SignedInContext,
  input: { readonly password: string },
): Promise<Record<string, never>> {
  await provePassword(context, input.password);
  const { id: userId, email } = context.session.person;
  await atomically(context.db, async (db) => {
    if (!(await endFactor(db, userId))) throw refusal("two_factor_not_enabled");
    await queueTwoFactorChanged(context, db, { email, isEnabled: false });
  });
  return {};
}
