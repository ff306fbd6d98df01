// Writes the letter that a request at the doors leads to, after the answer: so that its time tells nobody anything.
import { atomically } from "#server/db/open.ts";
import { isLetterThere } from "#server/platform/letters/queue-letter.ts";
import type { JobData } from "#server/jobs/job-list.ts";
import {
  queueSignInLetter,
  queueReset,
  queueVerification,
  type WritingParts,
} from "./letters-to-people.ts";
import { selectAccount } from "./store.ts";

/** Queues the letter where there is somebody to write it to; what it says follows from their account as it is now. */
export async function writeToPerson(
  given: WritingParts,
  { occasion, email, letterId }: JobData<"write-to-person">,
): Promise<void> {
  const parts = { ...given, letterId };
  await atomically(parts.db, async (db) => {
    // A server that died after the commit runs the job again: a second letter would make the first one's link void.
    if (await isLetterThere(db, letterId)) return;
    const account = await selectAccount(db, email);
    if (account === undefined) return;
    switch (occasion) {
      case "sign-up":
        await (account.isVerified
          ? queueSignInLetter(parts, db, { email, name: "account-exists" })
          : queueVerification(parts, db, account));
        break;
      case "verification":
        if (!account.isVerified) await queueVerification(parts, db, account);
        break;
      case "password-reset":
        await queueReset(parts, db, account);
        break;
    }
  });
}
