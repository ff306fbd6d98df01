import { ApiError } from "#platform/rules/api-error.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Language } from "#platform/rules/language.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { Context } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { beginAttempt, type Attempt } from "#platform/server/limits/begin-attempt.ts";
import { parseEmail } from "#platform/server/auth/parse-email.ts";
import { requireAll } from "#platform/server/require-all.ts";
import { requireGoodPassword } from "./parse-password.ts";
import { saltOfAddress } from "./registrations/address-salt.ts";
import { setBrowserRegistration } from "./registrations/browser-registration.ts";
import { addRegistration } from "./registrations/pending-registration.ts";
import { listRegistrations } from "./registrations/registration-queries.ts";
import { findAccount } from "./account-queries.ts";
import { storeEmailRequest } from "./email-requests/email-request.ts";

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
