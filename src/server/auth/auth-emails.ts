// Sends the letters that the doors need, at most so many to one address, with links that work once.
import { randomUUID } from "node:crypto";
import type { Context, AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { countAttempt } from "#server/limits/count-attempt.ts";
import { queueEmail } from "#server/emails/queue-email.ts";
import type { JobData } from "#server/jobs/job-list.ts";
import type { Email } from "#server/emails/email.ts";
import { makeToken, tokenLifetimes } from "#server/tokens/one-time-token.ts";
import { makeRegistrationToken } from "./registrations/pending-registration.ts";

/** Whether one more letter may go to this address: one a minute, five an hour. Counts it if so. */
async function mayWriteTo(context: Context, email: string): Promise<boolean> {
  const now = context.now();
  if ((await countAttempt(context.db, "emailsPerMinute", email, now)) === null) return false;
  return (await countAttempt(context.db, "emailsPerHour", email, now)) !== null;
}

/**
 * Has the letter of an occasion written after the answer, if one more may go to this address. It is the same work
 * whoever has the address, and whether anybody has.
 */
export async function requestEmail(
  context: Context,
  asked: Omit<JobData<"send-auth-email">, "emailId">,
): Promise<void> {
  if (!(await mayWriteTo(context, asked.email))) return;
  await context.jobs.enqueue(context.db, "send-auth-email", { ...asked, emailId: randomUUID() });
}

/** The parts of the server that writing takes. */
export type SendEmailServices = Pick<AppServices, "config" | "db" | "jobs" | "now"> & {
  /** The id that the letter is to have, so that a repeat is known. */
  readonly emailId?: string;
};

async function queue(services: SendEmailServices, db: Db, to: string, email: Email): Promise<void> {
  const { jobs, now, config, emailId } = services;
  await queueEmail(db, { to, email, emailId }, { jobs, now, secret: config.secret });
}

/** Queues the email whose link makes the account of this sign-up; its earlier links become void. */
export async function queueRegistrationLink(
  services: SendEmailServices,
  db: Db,
  registration: { readonly id: string; readonly email: string },
): Promise<void> {
  const token = await makeRegistrationToken(db, registration.id, services.now());
  await queueLink(services, db, registration.email, token);
}

/** Queues the email whose link verifies the changed address of an account; its earlier links become void. */
export async function queueVerification(
  services: SendEmailServices,
  db: Db,
  person: { readonly userId: string; readonly email: string },
): Promise<void> {
  const token = await makeToken(db, "verify-email", person.userId, services.now());
  await queueLink(services, db, person.email, token);
}

async function queueLink(
  services: SendEmailServices,
  db: Db,
  to: string,
  token: string,
): Promise<void> {
  // In the fragment, which neither servers nor mail scanners that fetch the link ever get to see.
  const url = `${services.config.publicUrl}/auth/callback#access_token=${token}&type=signup`;
  const worksForMinutes = tokenLifetimes["verify-email"] / 60;
  await queue(services, db, to, { name: "verify-email", url, worksForMinutes });
}

/**
 * Queues a letter that leads to the login page: `account-exists` tells the holder of an address that somebody tried to
 * register with it, `password-changed` that their password was changed, `sign-up-unfinished` how to get the link of a
 * sign-up that the browser which asked knows nothing of.
 */
export async function queueSignInEmail(
  services: SendEmailServices,
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

/** Queues the letter whose link lets this person choose a new password; earlier links become void. */
export async function queueReset(
  services: SendEmailServices,
  db: Db,
  person: { readonly userId: string; readonly email: string },
): Promise<void> {
  const token = await makeToken(db, "reset-password", person.userId, services.now());
  const url = `${services.config.publicUrl}/reset-password#token=${token}`;
  const worksForMinutes = tokenLifetimes["reset-password"] / 60;
  await queue(services, db, person.email, { name: "reset-password", url, worksForMinutes });
}

/** Queues the letter that tells somebody that their second factor was turned on or off. */
export async function queueTwoFactorChanged(
  services: SendEmailServices,
  db: Db,
  { email, isEnabled }: { readonly email: string; readonly isEnabled: boolean },
): Promise<void> {
  const settingsUrl = `${services.config.publicUrl}/dashboard/settings`;
  await queue(services, db, email, { name: "two-factor-changed", isEnabled, settingsUrl });
}

/** Queues the letter that confirms that an account was closed, to the address it had. */
export async function queueAccountClosed(
  services: SendEmailServices,
  db: Db,
  email: string,
): Promise<void> {
  await queue(services, db, email, { name: "account-closed" });
}
