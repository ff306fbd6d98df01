import { messageOf } from "#core/error-message.ts";
import { atomically, type Db } from "#server/db/open.ts";
import type { EmailSender } from "#server/adapters/mail/email-content.ts";
import type { Mail } from "#server/adapters/mail/mail.ts";
import { renderEmail } from "#server/adapters/mail/render-email.ts";
import { decrypt } from "#server/encryption.ts";
import { emailContent } from "./email-texts.ts";
import { emailSchema } from "./email.ts";
import { emailPurpose } from "./queue-email.ts";
import { lockEmail, markRejected, markSent, recordFailedAttempt } from "./email-queries.ts";

export type EmailServices = {
  readonly db: Db;
  readonly mail: Mail;
  /** Shown in every email. */
  readonly sender: EmailSender;
  readonly secret: string;
  readonly now: () => Date;
};

/**
 * Sends the email `emailId` and deletes its content. An email that was already sent, or that the receiving server
 * rejected for good, is left alone. Throws when the job should be retried: the mail server cannot be reached, or
 * another worker is sending the email.
 *
 * The row is locked while the email is sent. If the process dies after the mail server accepted the email and before
 * that is saved, it is sent again with the same Message-ID, by which receivers recognise the duplicate.
 */
export async function sendEmail(services: EmailServices, emailId: string): Promise<void> {
  let outcome: Outcome;
  try {
    outcome = await atomically(services.db, (db) => deliver({ ...services, db }, emailId));
  } catch (error) {
    await recordFailedAttempt(services.db, emailId, messageOf(error));
    // The mail server's message may name the recipient, which must not reach the log.
    throw new Error("The email could not be sent; the reason is stored with it.");
  }
  if (outcome === "locked") throw new Error("Another worker is sending this email.");
}

type Outcome = "done" | "locked";

async function deliver(services: EmailServices, emailId: string): Promise<Outcome> {
  const { db, mail, sender, secret, now } = services;
  const locked = await lockEmail(db, emailId);
  if (locked.state === "gone") return "done";
  if (locked.state === "locked") return "locked";
  const payload = decrypt(secret, emailPurpose, locked.payloadEncrypted).toString();
  const email = emailSchema.parse(JSON.parse(payload));
  const rendered = await renderEmail(emailContent(email, locked.language), sender);
  const delivery = await mail.send({ id: emailId, to: locked.recipient, ...rendered });
  if (delivery.outcome === "sent") await markSent(db, emailId, now());
  else await markRejected(db, emailId, delivery.reason);
  return "done";
}
