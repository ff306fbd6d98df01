// Writes the email in a job after the response, so that the response time does not disclose whether an account exists.
import { atomically, type Db } from "#platform/server/db/open.ts";
import { isEmailQueued } from "#platform/server/emails/is-email-queued.ts";
import type { JobData } from "#platform/server/jobs/job-list.ts";
import { findAccount, type Account } from "./account-queries.ts";
import {
  queuePasswordReset,
  queueRegistrationLink,
  queueSignInEmail,
  queueVerification,
  type AuthEmailServices,
} from "./auth-emails.ts";
import { takeEmailRequest, type AuthEmailRequest } from "./email-requests/email-request.ts";
import { findRegistration, listRegistrations } from "./registrations/registration-queries.ts";

/** The request of the job; null when an earlier run has queued its email. */
async function requestOf(
  services: AuthEmailServices,
  db: Db,
  data: JobData<"send-auth-email">,
): Promise<AuthEmailRequest | null> {
  if ("requestId" in data) return await takeEmailRequest(services, db, data.requestId);
  return (await isEmailQueued(db, data.emailId)) ? null : data;
}

/**
 * Queues the email, if any, that the request of this job leads to, and deletes the request; the state of the address at
 * this moment decides which.
 */
export async function sendAuthEmail(
  services: AuthEmailServices,
  data: JobData<"send-auth-email">,
): Promise<void> {
  await atomically(services.db, async (db) => {
    // A server that stops after the commit runs the job again: a second email would make the first link void.
    const request = await requestOf(services, db, data);
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
