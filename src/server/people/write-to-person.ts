// Writes the letter that a request at the doors leads to, after the answer: so that its time tells nobody anything.
import { atomically } from "#server/db/open.ts";
import type { JobData } from "#server/jobs/job-list.ts";
import {
  queueAccountExists,
  queueReset,
  queueVerification,
  type WritingParts,
} from "./letters-to-people.ts";
import { selectAccount } from "./store.ts";

/** Queues the letter where there is somebody to write it to; what it says follows from their account as it is now. */
export async function writeToPerson(
  parts: WritingParts,
  { occasion, email }: JobData<"write-to-person">,
): Promise<void> {
  await atomically(parts.db, async (db) => {
    const account = await selectAccount(db, email);
    if (account === undefined) return;
    switch (occasion) {
      case "sign-up":
        await (account.isVerified
          ? queueAccountExists(parts, db, email)
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
