// One salt for all passwords that were ever typed for an address and are still kept, so that one hashing tells whose a
// password is, and takes as long for an address that nobody knows.
import { createHmac, hkdfSync } from "node:crypto";
import type { Config } from "#server/config.ts";
import { saltOf } from "#server/auth/password-hash.ts";
import type { Account } from "#server/auth/account-queries.ts";
import type { PendingRegistration } from "./registration-queries.ts";

/** The salt of the address's account, else of its newest sign-up, else one that only this server can tell. */
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
