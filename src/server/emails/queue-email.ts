import { defaultLanguage, type Language } from "#core/language.ts";
import type { Db } from "#server/db/open.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { areNotificationsEnabled } from "#server/settings/are-notifications-enabled.ts";
import { encrypt } from "#server/encryption.ts";
import { emailSwitches, optionalKindOf, settingSwitches } from "./email-switches.ts";
import { emailSchema, type Email } from "./email.ts";
import { findRecipient, insertEmail } from "./email-queries.ts";

/** The purpose under which queued emails are encrypted. */
export const emailPurpose = "emails";

/**
 * Stores `email` for the address `to` in the database transaction of `db` and sends it after the commit, so that it is
 * sent if, and only if, what it reports is saved. Until then its content, tokens included, is encrypted with `secret`.
 * Nothing is queued for a closed account, or for a kind of email that the user or the settings turned off. It is
 * written in the language of the account, or in `language` for an address without one. Returns whether it is queued.
 * Throws a ZodError when the email's fields are not valid.
 */
export async function queueEmail(
  db: Db,
  message: {
    to: string;
    email: Email;
    emailId?: string | undefined;
    language?: Language | undefined;
  },
  { jobs, secret, now }: { jobs: Pick<Jobs, "enqueue">; secret: string; now: () => Date },
): Promise<boolean> {
  const { to, email, emailId: newEmailId } = message;
  const switchName = emailSwitches[email.name];
  const setting = settingSwitches[switchName];
  if (setting !== null && !(await areNotificationsEnabled(db, setting))) return false;
  const recipient = await findRecipient(db, to, switchName, optionalKindOf(email));
  if (!recipient.isWanted) return false;
  const payload = JSON.stringify(emailSchema.parse(email));
  const emailId = await insertEmail(db, {
    ...(newEmailId !== undefined && { id: newEmailId }),
    recipient: to,
    kind: email.name,
    language: recipient.language ?? message.language ?? defaultLanguage,
    payloadEncrypted: encrypt(secret, emailPurpose, payload),
    createdAt: now(),
  });
  await jobs.enqueue(db, "send-email", { emailId });
  return true;
}
