// Begins to set up the second factor.
import { refusal } from "#contract/problems.ts";
import type { SignedInContext } from "#server/context.ts";
import { requireFreshProof } from "./require-fresh-proof.ts";
import { beginFactor } from "./two-factor/own-factor.ts";
import { base32Of, otpauthUri } from "./two-factor/totp.ts";

/**
 * A new secret for an authenticator app, in force once a first code confirms it; an earlier one that was not
 * confirmed is void. Refusals: `fresh_proof_required`, `two_factor_enabled`.
 */
export async function startTwoFactor(
  context: SignedInContext,
): Promise<{ secret: string; otpauthUri: string }> {
  requireFreshProof(context);
  const { id, email } = context.session.person;
  const secret = await beginFactor(context, id);
  if (secret === null) throw refusal("two_factor_enabled");
  return { secret: base32Of(secret), otpauthUri: otpauthUri(secret, email) };
}
