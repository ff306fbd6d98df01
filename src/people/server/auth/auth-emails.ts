// Queues the emails of signing up and in. Their links work once.
import { type Language, languages } from "#platform/rules/language.ts";
import type { AppServices, Context, EmailOutbox } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { tryAttempt } from "#platform/server/limits/count-attempt.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import type { Email } from "#platform/server/emails/email.ts";
import { makeToken, tokenLifetimes } from "#people/server/tokens/one-time-token.ts";
import { makeRegistrationToken } from "./registrations/registrations.ts";
import type { JobData } from "#platform/server/jobs/job-list.ts";
import {
  findAccount,
  type Account,
  deleteEmailRequest,
  deleteEmailRequestsBefore,
  insertEmailRequest,
} from "./account-queries.ts";
import { findRegistration, listRegistrations } from "./registrations/registration-queries.ts";
import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { infer as Infer } from "zod";
import { decrypt, encrypt } from "#platform/server/encryption.ts";

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

type AuthEmailServices = EmailOutbox &
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
async function queueRegistrationLink(
  services: AuthEmailServices,
  db: Db,
  registration: { readonly id: string; readonly email: string },
): Promise<void> {
  const token = await makeRegistrationToken(db, registration.id, services.now());
  await queueVerificationLink(services, db, registration.email, token);
}

/** Queues the email whose link verifies the changed email of an account; its earlier links become void. */
async function queueVerification(
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
async function queuePasswordReset(
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

/**
 * Queues the email, if any, that the request of this job leads to, and deletes the request; the state of the address at
 * this moment decides which.
 */
export async function sendAuthEmail(
  services: AuthEmailServices,
  { requestId }: JobData<"send-auth-email">,
): Promise<void> {
  await atomically(services.db, async (db) => {
    // A server that stops after the commit runs the job again: a second email would make the first link void.
    const request = await takeEmailRequest(services, db, requestId);
    if (request === null) return;
    const { email, emailId, language } = request;
    const account = await findAccount(db, email);
    if (account === undefined)
      await queueForNewAddress({ ...services, emailId, language }, db, request);
    else await queueForAccount({ ...services, emailId }, db, account, request);
  });
}

/** The address has no account: whoever signed up with it gets only the link of their own sign-up. */
async function queueForNewAddress(
  services: AuthEmailServices,
  db: Db,
  { occasion, email, registrationId }: AuthEmailRequest,
): Promise<void> {
  const now = services.now();
  if (occasion !== "password-reset" && registrationId !== undefined) {
    const registration = await findRegistration(db, registrationId, now);
    if (registration?.email === email) {
      await queueRegistrationLink(services, db, registration);
      return;
    }
  }
  const hasSignUp = (await listRegistrations(db, email, now)).length > 0;
  if (hasSignUp) await queueSignInEmail(services, db, { email, name: "sign-up-unfinished" });
}

async function queueForAccount(
  services: AuthEmailServices,
  db: Db,
  account: Account,
  { occasion, email, registrationId }: AuthEmailRequest,
): Promise<void> {
  switch (occasion) {
    case "sign-up":
      await queueSignInEmail(services, db, { email, name: "account-exists" });
      break;
    case "verification":
      if (!account.isVerified) await queueVerification(services, db, account);
      else if (
        registrationId !== undefined &&
        (await isOfAddress(services, db, registrationId, email))
      )
        await queueSignInEmail(services, db, { email, name: "account-exists" });
      break;
    case "password-reset":
      await queuePasswordReset(services, db, account);
      break;
  }
}

async function isOfAddress(
  { now }: AuthEmailServices,
  db: Db,
  registrationId: string,
  email: string,
): Promise<boolean> {
  return (await findRegistration(db, registrationId, now()))?.email === email;
}

type AuthEmailRequest = Infer<typeof authEmailRequest>;

/** The purpose under which requests are encrypted. */
const purpose = "auth-email-requests";

/** The last try of a job is some hours after the first. */
const longestWaitMilliseconds = 24 * 60 * 60_000;

/**
 * Stores the request, encrypted, and enqueues the job that writes its email, in the database transaction of `db`. Whether
 * the address has an account makes no difference.
 */
export async function storeEmailRequest(
  { config, jobs, now }: EmailOutbox,
  db: Db,
  request: Omit<AuthEmailRequest, "emailId">,
): Promise<void> {
  const requestId = randomUUID();
  const content = JSON.stringify({ ...request, emailId: requestId });
  const requestEncrypted = encrypt(config.secret, purpose, content);
  await insertEmailRequest(db, { id: requestId, requestEncrypted, createdAt: now() });
  await jobs.enqueue(db, "send-auth-email", { requestId });
}

/** Deletes the request and returns it; null when it was done before. Throws when `SECRET` is another one. */
async function takeEmailRequest(
  { config }: Pick<AppServices, "config">,
  db: Db,
  requestId: string,
): Promise<AuthEmailRequest | null> {
  const encrypted = await deleteEmailRequest(db, requestId);
  if (encrypted === undefined) return null;
  const content = decrypt(config.secret, purpose, encrypted).toString();
  return authEmailRequest.parse(JSON.parse(content));
}

/** Recurring job: deletes requests whose job failed for good; returns how many. */
export async function deleteOldEmailRequests({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<number> {
  return await deleteEmailRequestsBefore(db, new Date(now().getTime() - longestWaitMilliseconds));
}

/** What the job needs that writes the email of a sign-up, a resent verification or a forgotten password. */
const authEmailRequest = z.strictObject({
  occasion: z.enum(["sign-up", "verification", "password-reset"]),
  /** In lower case. */
  email: z.string().max(254),
  /** The id that the email is to have, so that a repeat of the job finds it and writes no second one. */
  emailId: z.uuid(),
  /** The sign-up whose link may be sent; absent where the browser has not proved that it knows one. */
  registrationId: z.uuid().optional(),
  /** Of the request, for an address without an account. */
  language: z.enum(languages),
});
