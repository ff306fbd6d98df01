// Puts a letter into the outbox, so that it leaves if, and only if, what it tells of is saved.
import type { Db } from "#server/db/open.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { areEmailsWritten } from "#server/settings/notification-recipients.ts";
import { encrypt } from "#server/encryption.ts";
import { emailSwitches, settingSwitches } from "./email-switches.ts";
import { emailSchema, type Email } from "./email.ts";
import { insertEmail, isWanted } from "./email-queries.ts";

export { isEmailThere } from "./email-queries.ts";

/** What the outbox seals its letters for. */
export const emailPurpose = "emails";

/**
 * Saves `letter` for the address `to` inside the database transaction of `db` and has it sent after the
 * commit. What is in it, tokens included, is encrypted with `secret` until then. A letter of a kind that the
 * person, or staff for everybody, has turned off is not written, nor is any to an account that was closed. Throws a ZodError when the
 * letter is filled in wrongly.
 */
export async function queueEmail(
  db: Db,
  { to, message, emailId: wantedId }: { to: string; message: Email; emailId?: string | undefined },
  { jobs, secret, now }: { jobs: Pick<Jobs, "enqueue">; secret: string; now: () => Date },
): Promise<void> {
  const switchName = emailSwitches[message.name];
  const overall = settingSwitches[switchName];
  if (overall !== null && !(await areEmailsWritten(db, overall))) return;
  if (!(await isWanted(db, to, switchName))) return;
  const payload = JSON.stringify(emailSchema.parse(message));
  const emailId = await insertEmail(db, {
    emailId: wantedId,
    recipient: to,
    kind: message.name,
    payloadEncrypted: encrypt(secret, emailPurpose, payload),
    createdAt: now(),
  });
  await jobs.enqueue(db, "send-email", { emailId });
}
