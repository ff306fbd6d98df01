import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { queueTwoFactorChanged } from "#people/server/auth/auth-emails.ts";
import { reauthenticateWithPassword } from "#people/server/auth/reauthenticate-with-password.ts";
import { deleteTwoFactor } from "./two-factor-queries.ts";

/**
 * Deletes the secret and the backup codes, and confirms it by email. Throws `missing_information`, `wrong_password`,
 * `two_factor_not_enabled` and `too_many_requests`.
 */
export async function disableTwoFactor(
  context: SignedInContext,
  input: { readonly password: string },
): Promise<Record<string, never>> {
  await reauthenticateWithPassword(context, input.password);
  const { id: userId, email } = context.session.person;
  await atomically(context.db, async (db) => {
    if (!(await deleteTwoFactor(db, userId))) throw apiError("two_factor_not_enabled");
    await queueTwoFactorChanged(context, db, { email, isEnabled: false });
  });
  return {};
}
