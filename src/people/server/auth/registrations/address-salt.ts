// All stored passwords of one address, of its account and its unverified sign-ups, share a salt: one hashing finds the
// one that matches, and takes as long for an unknown address.
import { createHmac, hkdfSync } from "node:crypto";
import type { Config } from "#platform/server/config.ts";
import { saltOf } from "#people/server/auth/password-hash.ts";
import type { Account } from "#people/server/auth/account-queries.ts";
import type { PendingRegistration } from "./registration-queries.ts";

/** The salt of the account with this email, else of its newest sign-up, else one derived from the server's secret. */
export function saltOfAddress(
  { secret }: Pick<Config, "secret">,
  email: string,
  known: {
    readonly account: Account | undefined;
    readonly registrations: readonly PendingRegistration[];
  },
): string {
  const hash = known.account?.passwordHash ?? known.registrations[0]?.passwordHash;
  if (hash !== undefined) return saltOf(hash);
  const key = Buffer.from(hkdfSync("sha256", secret, "password-salt", "address", 32));
  return createHmac("sha256", key).update(email).digest("hex").slice(0, 32);
}
