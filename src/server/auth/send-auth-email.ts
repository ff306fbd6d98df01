// Writes the email that a request of somebody signed out leads to, after the answer: so that its time tells nobody anything.
import { atomically, type Db } from "#server/db/open.ts";
import { isEmailQueued } from "#server/emails/is-email-queued.ts";
import type { JobData } from "#server/jobs/job-list.ts";
import {
  queueRegistrationLink,
  queueSignInEmail,
  queueReset,
  queueVerification,
  type SendEmailServices,
} from "./auth-emails.ts";
import { findRegistration, listRegistrations } from "./registrations/registration-queries.ts";
import { selectAccount, type Account } from "./account-queries.ts";

type Request = JobData<"send-auth-email">;

/** Queues the email where there is somebody to write to; what it says follows from the address as it is now. */
export async function writeToPerson(given: SendEmailServices, request: Request): Promise<void> {
  const { email, emailId } = request;
  const services = { ...given, emailId };
  await atomically(services.db, async (db) => {
    // A server that died after the commit runs the job again: a second letter would make the first one's link void.
    if (await isEmailQueued(db, emailId)) return;
    const account = await selectAccount(db, email);
    if (account === undefined) await writeAboutSignUp(services, db, request);
    else await writeToHolder(services, db, account, request);
  });
}

/** Nobody has the address: whoever signed up with it gets the link of their own sign-up alone. */
async function writeAboutSignUp(
  services: SendEmailServices,
  db: Db,
  { occasion, email, registrationId }: Request,
): Promise<void> {
  const now = services.now();
  if (occasion !== "password-reset" && registrationId !== undefined) {
    const registration = await findRegistration(db, registrationId, now);
    if (registration?.email === email) {
      await queueRegistrationLink(services, db, registration);
      return;
    }
  }
  const isBegun = (await listRegistrations(db, email, now)).length > 0;
  if (isBegun) await queueSignInEmail(services, db, { email, name: "sign-up-unfinished" });
}

async function writeToHolder(
  services: SendEmailServices,
  db: Db,
  account: Account,
  { occasion, email, registrationId }: Request,
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
      await queueReset(services, db, account);
      break;
  }
}

async function isOfAddress(
  { now }: SendEmailServices,
  db: Db,
  registrationId: string,
  email: string,
): Promise<boolean> {
  return (await findRegistration(db, registrationId, now()))?.email === email;
}
