import { ApiError } from "#platform/rules/error-message.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Language } from "#platform/rules/language.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { Context } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { beginAttempt, type Attempt } from "#platform/server/limits/count-attempt.ts";
import { parseEmail, requireAll } from "#platform/server/required-input.ts";
import { requireGoodPassword } from "./password.ts";
import {
  saltOfAddress,
  setBrowserRegistration,
  readBrowserRegistration,
  clearBrowserRegistration,
  addRegistration,
  activateRegistration,
  lockByToken,
} from "./registrations/registrations.ts";
import { listRegistrations } from "./registrations/registration-queries.ts";
import { findAccount, updateEmailVerified } from "./account-queries.ts";
import { storeEmailRequest, requestEmail } from "./auth-emails.ts";
import type { Session } from "#platform/contract/session.ts";
import { useToken } from "#people/server/tokens/one-time-token.ts";
import { signInOrChallenge } from "./sign-in.ts";

type SignUp = {
  readonly email: string;
  readonly fullName: string;
  readonly passwordHash: string;
  readonly chosenPlan: PlanName | null;
  readonly language: Language;
};

/**
 * The sign-up with its password hashed, and the id of an earlier one with the same values. The salt belongs to the
 * address, which has one whether or not it is known.
 */
async function hashSignUp(
  context: Context,
  { password, ...values }: Omit<SignUp, "passwordHash"> & { readonly password: string },
): Promise<{ signUp: SignUp; earlierId: string | null }> {
  const { email, fullName, chosenPlan } = values;
  const account = await findAccount(context.db, email);
  const registrations = await listRegistrations(context.db, email, context.now());
  const salt = saltOfAddress(context.config, email, { account, registrations });
  const forWhom = context.ipAddress;
  const passwordHash = await context.hashPassword(password, { forWhom, salt });
  const earlier = registrations.find(
    (one) =>
      one.passwordHash === passwordHash &&
      one.fullName === fullName &&
      one.chosenPlan === chosenPlan,
  );
  return { signUp: { ...values, passwordHash }, earlierId: earlier?.id ?? null };
}

/** The attempt to send an email to this address, or why it may get none now. */
async function beginEmail(context: Context, email: string): Promise<Attempt | ApiError> {
  try {
    return await beginAttempt(context, { emailsPerMinute: email, emailsPerHour: email });
  } catch (error) {
    if (error instanceof ApiError && error.code === "too_many_requests") return error;
    throw error;
  }
}

async function saveSignUp(context: Context, emailAttempt: Attempt, signUp: SignUp) {
  return await emailAttempt.run(() =>
    atomically(context.db, async (db) => {
      const registrationId = await addRegistration(db, signUp, context.now());
      await emailAttempt.count({ db });
      const { email, language } = signUp;
      const request = { occasion: "sign-up", email, language, registrationId } as const;
      await storeEmailRequest(context, db, request);
      return registrationId;
    }),
  );
}

/**
 * Stores the sign-up until its link is followed: only that creates the account. The work is the same whether the
 * address is new, has other sign-ups or an account; only the email differs. Throws `registration_closed`,
 * `missing_information`, `invalid_email`, `weak_password` and `too_many_requests`, the last also when no further email
 * may go to the address: otherwise the user would wait for an email that is not sent, and might follow the link of
 * somebody else's sign-up. The same sign-up again, such as after a lost response, succeeds without a further email.
 */
export async function signUp(
  context: Context,
  input: {
    readonly fullName: string;
    readonly email: string;
    readonly password: string;
    readonly plan?: PlanName | undefined;
  },
): Promise<Record<string, never>> {
  const { allowNewRegistrations } = await context.settings.current();
  if (!allowNewRegistrations) throw apiError("registration_closed");
  requireAll(input.fullName, input.email, input.password);
  const email = parseEmail(input.email);
  requireGoodPassword(input.password);
  const { fullName, password, plan: chosenPlan = null } = input;
  const attempt = await beginAttempt(context, { signUpsPerAddress: context.ipAddress });
  const registrationId = await attempt.run(async () => {
    const { signUp: values, earlierId } = await hashSignUp(context, {
      email,
      fullName,
      chosenPlan,
      language: context.language,
      password,
    });
    await attempt.count();
    const emailAttempt = await beginEmail(context, email);
    if (!(emailAttempt instanceof ApiError)) return await saveSignUp(context, emailAttempt, values);
    if (earlierId !== null) return earlierId;
    throw emailAttempt;
  });
  setBrowserRegistration(context, registrationId);
  return {};
}

/**
 * Sends the link of the sign-up that this browser made, or whose password or link it has proved to know, and of no
 * other: following a link activates the password of its sign-up. Where the browser knows none, the email says how to go
 * on. An account whose email was changed gets its link again. One email a minute at most; the answer and its duration
 * are always the same. Throws `missing_information` and `invalid_email`.
 */
export async function resendVerification(
  context: Context,
  input: { readonly email: string },
): Promise<Record<string, never>> {
  const email = parseEmail(input.email);
  await requestEmail(context, {
    occasion: "verification",
    email,
    registrationId: readBrowserRegistration(context) ?? undefined,
  });
  return {};
}

/**
 * Creates the account of the sign-up that this link was sent for; null when the token is of no sign-up. Throws
 * `link_not_valid` for an expired link, and in a browser that itself signed up with the same address for the link of
 * any other sign-up: a user who mistakes a stranger's link for their own must not get an account with the stranger's
 * password.
 */
async function activateSignUp(context: Context, db: Db, token: string): Promise<string | null> {
  const now = context.now();
  const found = await lockByToken(db, token, now);
  if (found === null) return null;
  const { own, all } = found;
  const browserRegistrationId = readBrowserRegistration(context);
  const isOfOtherSignUp =
    browserRegistrationId !== own.id && all.some(({ id }) => id === browserRegistrationId);
  if (isOfOtherSignUp) throw apiError("link_not_valid");
  if (own.tokenExpiresAt === null || own.tokenExpiresAt <= now) {
    // Whoever has the link reads the mailbox it was sent to, and may have the same one sent again.
    setBrowserRegistration(context, own.id);
    throw apiError("link_not_valid");
  }
  const userId = await activateRegistration(db, own, now);
  if (userId === null) throw apiError("link_not_valid");
  return userId;
}

/**
 * Uses the token up, verifies the address it was sent to and opens a session: of the account that the sign-up creates,
 * or of one whose email was changed. The other fields of the link are accepted and ignored.
 * Throws `link_not_valid` (unknown, used, expired, of another sign-up than this browser's, or the address has an
 * account), `no_session_established`, `two_factor_required` (a link does not replace the code), `account_suspended`.
 */
export async function completeCallback(
  context: Context,
  input: {
    readonly accessToken: string;
    readonly refreshToken?: string | undefined;
    readonly type?: string | undefined;
  },
): Promise<Session> {
  const userId = await atomically(context.db, async (db) => {
    const newUserId = await activateSignUp(context, db, input.accessToken);
    if (newUserId !== null) return newUserId;
    const now = context.now();
    const ownerId = await useToken(db, "verify-email", input.accessToken, now);
    if (ownerId !== null) await updateEmailVerified(db, ownerId, now);
    return ownerId;
  });
  if (userId === null) throw apiError("link_not_valid");
  clearBrowserRegistration(context);
  return await signInOrChallenge(context, { userId, isForAdmin: false });
}
