// Begins to set up the second factor.
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { requireReauthentication } from "#server/auth/require-reauthentication.ts";
import { beginFactor } from "./own-factor.ts";
import { base32Of, otpauthUri } from "./totp.ts";

/**
 * A new secret for an authenticator app, in force once a first code confirms it; an earlier one that was not
 * confirmed is void. Refusals: `reauthentication_required`, `two_factor_enabled`.
 */
export async function startTwoFactor(
  context: SignedInContext,
): Promise<{ secret: string; otpauthUri: string }> {
  requireReauthentication(context);
  const { id, email } = context.session.person;
  const secret = await beginFactor(context, id);
  if (secret === null) throw apiError("two_factor_enabled");
  return { secret: base32Of(secret), otpauthUri: otpauthUri(secret, email) };
}
