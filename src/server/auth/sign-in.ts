// Signs a person in with email and password.
import { apiError } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import { beginAttempt, type Attempt } from "#server/limits/begin-attempt.ts";
import type { LimitName } from "#server/limits/count-attempt.ts";
import { findHash } from "./check-password.ts";
import { requireAll } from "./parse-email.ts";
import { signInOrChallenge } from "./sign-in-or-challenge.ts";
import { saltOfAddress } from "./registrations/address-salt.ts";
import { setBrowserRegistration } from "./registrations/browser-registration.ts";
import {
  listRegistrations,
  type PendingRegistration,
} from "./registrations/registration-queries.ts";
import { selectAccount, type Account } from "./account-queries.ts";

type Credentials = { readonly email: string; readonly password: string };

const anySignIn = ["signInsPerAddress", "signInsPerAccount"] as const satisfies LimitName[];

/**
 * Begins a sign-in under the limits of its address and account.
 * Refuses with `too_many_requests` when one is reached, the same whether the account exists or not.
 */
export async function beginSignIn(context: Context, email: string): Promise<Attempt> {
  return await beginAttempt(context, {
    signInsPerAddress: context.ipAddress,
    failedSignInsPerAccount: email,
    signInsPerAccount: email,
  });
}

/** Counts a sign-in that was judged; a right pair is no failure of its account. */
export async function countSignIn(attempt: Attempt, isRight: boolean): Promise<void> {
  await attempt.count(isRight ? anySignIn : [...anySignIn, "failedSignInsPerAccount"]);
}

type Judged = { readonly account: Account } | { readonly registration: PendingRegistration } | null;

/** Whose the pair is: an account's, a sign-up's whose link was not used, or nobody's; all in the same time. */
async function judge(context: Context, email: string, password: string): Promise<Judged> {
  const account = await selectAccount(context.db, email);
  const registrations = await listRegistrations(context.db, email, context.now());
  const salt = saltOfAddress(context.config, email, { account, registrations });
  const ownHash = account?.passwordHash ?? null;
  const hashes = [
    ...(ownHash === null ? [] : [ownHash]),
    ...registrations.map(({ passwordHash }) => passwordHash),
  ];
  const found = await findHash(context, password, { salt, hashes });
  if (found === null) return null;
  if (account !== undefined && found === ownHash) return { account };
  const registration = registrations.find(({ passwordHash }) => passwordHash === found);
  return registration === undefined ? null : { registration };
}

/**
 * Opens a session and sets its cookie. Refusals: `missing_information`, `invalid_credentials` (which never
 * tells whether the address has an account), `email_not_verified` (also to the password of a sign-up whose link was not
 * used: the browser then has that link sent again when it asks), `account_suspended`, `two_factor_required` and, to
 * customers in maintenance mode, `maintenance` (to the right pair alone), `too_many_requests`.
 */
export async function signIn(context: Context, input: Credentials) {
  requireAll(input.email, input.password);
  const email = input.email.toLowerCase();
  const attempt = await beginSignIn(context, email);
  const judged = await attempt.judge(() => judge(context, email, input.password));
  await countSignIn(attempt, judged !== null);
  if (judged === null) throw apiError("invalid_credentials");
  if ("registration" in judged) {
    setBrowserRegistration(context, judged.registration.id);
    throw apiError("email_not_verified");
  }
  const { account } = judged;
  if (!account.isVerified) throw apiError("email_not_verified");
  const { maintenanceMode } = await context.settings.current();
  if (maintenanceMode && !account.isAdmin) throw apiError("maintenance");
  return await signInOrChallenge(context, { userId: account.userId, isForAdmin: false });
}
