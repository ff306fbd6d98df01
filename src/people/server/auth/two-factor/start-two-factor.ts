import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { encrypt } from "#platform/server/encryption.ts";
import { makeTotp } from "./totp.ts";
import { upsertUnconfirmedTwoFactor } from "./two-factor-queries.ts";
import { secretPurpose } from "./use-code.ts";

/**
 * Stores a new secret for an authenticator app, which takes effect once a first code confirms it; an earlier
 * unconfirmed one becomes void. Throws `two_factor_enabled`.
 */
export async function startTwoFactor(
  context: SignedInContext,
): Promise<{ secret: string; otpauthUri: string }> {
  const { config, db, now, session } = context;
  const totp = makeTotp(session.person.email);
  const ciphertext = encrypt(config.secret, secretPurpose, totp.secret.bytes);
  const isStored = await upsertUnconfirmedTwoFactor(db, session.person.id, ciphertext, now());
  if (!isStored) throw apiError("two_factor_enabled");
  return { secret: totp.secret.base32, otpauthUri: totp.toString() };
}
