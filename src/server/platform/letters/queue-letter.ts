// Puts a letter into the outbox, so that it leaves if, and only if, what it tells of is saved.
import type { Db } from "#server/db/open.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { areLettersWritten } from "#server/platform/settings/notifications.ts";
import { seal } from "#server/platform/sealed.ts";
import { letterSwitches, platformSwitches } from "./letter-switches.ts";
import { letterSchema, type Letter } from "./letter.ts";
import { insertLetter, isWanted } from "./store.ts";

export { isLetterThere } from "./store.ts";

/** What the outbox seals its letters for. */
export const letterPurpose = "letters";

/**
 * Saves `letter` for the address `to` inside the database transaction of `db` and has it sent after the
 * commit. What is in it, tokens included, is encrypted with `secret` until then. A letter of a kind that the
 * person, or staff for everybody, has turned off is not written, nor is any to an account that was closed. Throws a ZodError when the
 * letter is filled in wrongly.
 */
export async function queueLetter(
  db: Db,
  { to, letter, letterId: wantedId }: { to: string; letter: Letter; letterId?: string | undefined },
  { jobs, secret, now }: { jobs: Pick<Jobs, "enqueue">; secret: string; now: () => Date },
): Promise<void> {
  const switchName = letterSwitches[letter.name];
  const overall = platformSwitches[switchName];
  if (overall !== null && !(await areLettersWritten(db, overall))) return;
  if (!(await isWanted(db, to, switchName))) return;
  const payload = JSON.stringify(letterSchema.parse(letter));
  const letterId = await insertLetter(db, {
    letterId: wantedId,
    recipient: to,
    kind: letter.name,
    payloadEncrypted: seal(secret, letterPurpose, payload),
    createdAt: now(),
  });
  await jobs.enqueue(db, "send-letter", { letterId });
}
