// Queues the emails of signing up and in. Their links work once.
import type { Language } from "#platform/rules/language.ts";
import type { AppServices, Context, EmailOutbox } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { tryAttempt } from "#platform/server/limits/count-attempt.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import type { Email } from "#platform/server/emails/email.ts";
import { makeToken, tokenLifetimes } from "#people/server/tokens/one-time-token.ts";
import { storeEmailRequest, type AuthEmailRequest } from "./email-requests/email-request.ts";
import { makeRegistrationToken } from "./registrations/pending-registration.ts";

/** Whether one more email may go to this address: one a minute, five an hour. Counts it if so. */
async function mayEmail(context: Context, email: string): Promise<boolean> {
  const now = context.now();
  if ((await tryAttempt(context.db, "emailsPerMinute", email, now)) === null) return false;
  return (await tryAttempt(context.db, "emailsPerHour", email, now)) !== null;
}

/**
 * Stores the request for the job that writes the email, if one more may go to this address. It does the same work whether
 * or not the address has an account, so that its duration does not disclose which.
 */
export async function requestEmail(
  context: Context,
  request: Omit<AuthEmailRequest, "emailId" | "language">,
): Promise<void> {
  if (!(await mayEmail(context, request.email))) return;
  const { language } = context;
  await atomically(context.db, (db) => storeEmailRequest(context, db, { ...request, language }));
}

export type AuthEmailServices = EmailOutbox &
  Pick<AppServices, "db"> & {
    /** The id that the email is to have, so that a repeated job recognises it. */
    readonly emailId?: string;
    /** For an address without an account. */
    readonly language?: Language;
  };

async function queue(services: AuthEmailServices, db: Db, to: string, email: Email): Promise<void> {
  const { emailId, language } = services;
  await queueEmail(db, { to, email, emailId, language }, services);
}

/** Queues the email whose link completes this sign-up; its earlier links become void. */
export async function queueRegistrationLink(
  services: AuthEmailServices,
  db: Db,
  registration: { readonly id: string; readonly email: string },
): Promise<void> {
  const token = await makeRegistrationToken(db, registration.id, services.now());
  await queueVerificationLink(services, db, registration.email, token);
}

/** Queues the email whose link verifies the changed email of an account; its earlier links become void. */
export async function queueVerification(
  services: AuthEmailServices,
  db: Db,
  user: { readonly userId: string; readonly email: string },
): Promise<void> {
  const token = await makeToken(db, "verify-email", user.userId, services.now());
  await queueVerificationLink(services, db, user.email, token);
}

async function queueVerificationLink(
  services: AuthEmailServices,
  db: Db,
  to: string,
  token: string,
): Promise<void> {
  // The token is in the fragment, which browsers and mail scanners never send to a server.
  const url = `${services.config.publicUrl}/auth/callback#access_token=${token}&type=signup`;
  const worksForMinutes = tokenLifetimes["verify-email"] / 60;
  await queue(services, db, to, { name: "verify-email", url, worksForMinutes });
}

/**
 * Queues an email with a link to the login page: `account-exists` (somebody tried to sign up with an address that has
 * an account), `password-changed`, or `sign-up-unfinished` (how to get the link of a sign-up that was made in another
 * browser).
 */
export async function queueSignInEmail(
  services: AuthEmailServices,
  db: Db,
  {
    email,
    name,
  }: {
    readonly email: string;
    readonly name: "account-exists" | "password-changed" | "sign-up-unfinished";
  },
): Promise<void> {
  await queue(services, db, email, { name, signInUrl: `${services.config.publicUrl}/login` });
}

/** Queues the email whose link lets this user choose a new password; earlier links become void. */
export async function queuePasswordReset(
  services: AuthEmailServices,
  db: Db,
  user: { readonly userId: string; readonly email: string },
): Promise<void> {
  const token = await makeToken(db, "reset-password", user.userId, services.now());
  const url = `${services.config.publicUrl}/reset-password#token=${token}`;
  const worksForMinutes = tokenLifetimes["reset-password"] / 60;
  await queue(services, db, user.email, { name: "reset-password", url, worksForMinutes });
}

/** Queues the email which confirms that two-factor authentication was turned on or off. */
export async function queueTwoFactorChanged(
  services: AuthEmailServices,
  db: Db,
  { email, isEnabled }: { readonly email: string; readonly isEnabled: boolean },
): Promise<void> {
  const settingsUrl = `${services.config.publicUrl}/dashboard/settings`;
  await queue(services, db, email, { name: "two-factor-changed", isEnabled, settingsUrl });
}
