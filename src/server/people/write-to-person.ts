// Writes the email that a request of somebody signed out leads to, after the answer: so that its time tells nobody anything.
import { atomically, type Db } from "#server/db/open.ts";
import { isLetterThere } from "#server/platform/letters/queue-letter.ts";
import type { JobData } from "#server/jobs/job-list.ts";
import {
  queueRegistrationLink,
  queueSignInLetter,
  queueReset,
  queueVerification,
  type WritingParts,
} from "./letters-to-people.ts";
import { findRegistration, listRegistrations } from "./registrations/store.ts";
import { selectAccount, type Account } from "./store.ts";

type Request = JobData<"write-to-person">;

/** Queues the email where there is somebody to write to; what it says follows from the address as it is now. */
export async function writeToPerson(given: WritingParts, request: Request): Promise<void> {
  const { email, letterId } = request;
  const parts = { ...given, letterId };
  await atomically(parts.db, async (db) => {
    // A server that died after the commit runs the job again: a second letter would make the first one's link void.
    if (await isLetterThere(db, letterId)) return;
    const account = await selectAccount(db, email);
    if (account === undefined) await writeAboutSignUp(parts, db, request);
    else await writeToHolder(parts, db, account, request);
  });
}

/** Nobody has the address: whoever signed up with it gets the link of their own sign-up alone. */
async function writeAboutSignUp(
  parts: WritingParts,
  db: Db,
  { occasion, email, registrationId }: Request,
): Promise<void> {
  const now = parts.now();
  if (occasion !== "password-reset" && registrationId !== undefined) {
    const registration = await findRegistration(db, registrationId, now);
    if (registration?.email === email) {
      await queueRegistrationLink(parts, db, registration);
      return;
    }
  }
  const isBegun = (await listRegistrations(db, email, now)).length > 0;
  if (isBegun) await queueSignInLetter(parts, db, { email, name: "sign-up-unfinished" });
}

async function writeToHolder(
  parts: WritingParts,
  db: Db,
  account: Account,
  { occasion, email, registrationId }: Request,
): Promise<void> {
  switch (occasion) {
    case "sign-up":
      await queueSignInLetter(parts, db, { email, name: "account-exists" });
      break;
    case "verification":
      if (!account.isVerified) await queueVerification(parts, db, account);
      else if (
        registrationId !== undefined &&
        (await isOfAddress(parts, db, registrationId, email))
      )
        await queueSignInLetter(parts, db, { email, name: "account-exists" });
      break;
    case "password-reset":
      await queueReset(parts, db, account);
      break;
  }
}

async function isOfAddress(
  { now }: WritingParts,
  db: Db,
  registrationId: string,
  email: string,
): Promise<boolean> {
  return (await findRegistration(db, registrationId, now()))?.email === email;
}
