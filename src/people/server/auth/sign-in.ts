import type { Session } from "#platform/contract/session.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Context } from "#platform/server/context.ts";
import { findAccount, type Account } from "./account-queries.ts";
import { beginSignIn } from "./begin-sign-in.ts";
import { findHash } from "./check-password.ts";
import { requireAll } from "#platform/server/require-all.ts";
import { signInOrChallenge } from "./sign-in-or-challenge.ts";
import { saltOfAddress } from "./registrations/address-salt.ts";
import { setBrowserRegistration } from "./registrations/browser-registration.ts";
import {
  listRegistrations,
  type PendingRegistration,
} from "./registrations/registration-queries.ts";

type Match = { readonly account: Account } | { readonly registration: PendingRegistration } | null;

/** The account or the unverified sign-up with this email and password, found in the same time as none. */
async function findMatch(
  context: Context,
  email: string,
  account: Account | undefined,
  password: string,
): Promise<Match> {
  const registrations = await listRegistrations(context.db, email, context.now());
  const salt = saltOfAddress(context.config, email, { account, registrations });
  const accountHash = account?.passwordHash ?? null;
  const hashes = [
    ...(accountHash === null ? [] : [accountHash]),
    ...registrations.map(({ passwordHash }) => passwordHash),
  ];
  const found = await findHash(context, password, { salt, hashes });
  if (found === null) return null;
  if (account !== undefined && found === accountHash) return { account };
  const registration = registrations.find(({ passwordHash }) => passwordHash === found);
  return registration === undefined ? null : { registration };
}

/**
 * Opens a session and sets its cookie. Throws `missing_information`, `too_many_requests`, `invalid_credentials` (whether
 * or not the address has an account) and, for the right password only, `email_not_verified`, `account_suspended`,
 * `two_factor_required` and for customers in maintenance mode `maintenance`. The password of a sign-up that was never
 * verified gets `email_not_verified` too, and this browser may then have the link of that sign-up sent again.
 */
export async function signIn(
  context: Context,
  input: { readonly email: string; readonly password: string },
): Promise<Session> {
  requireAll(input.email, input.password);
  const email = input.email.toLowerCase();
  const known = await findAccount(context.db, email);
  const attempt = await beginSignIn(context, email, known);
  const match = await attempt.run(() => findMatch(context, email, known, input.password));
  await attempt.count({ isRight: match !== null });
  if (match === null) throw apiError("invalid_credentials");
  if ("registration" in match) {
    setBrowserRegistration(context, match.registration.id);
    throw apiError("email_not_verified");
  }
  const { account } = match;
  if (!account.isVerified) throw apiError("email_not_verified");
  const { maintenanceMode } = await context.settings.current();
  if (maintenanceMode && !account.isStaff) throw apiError("maintenance");
  return await signInOrChallenge(context, { userId: account.userId, isForAdmin: false });
}
