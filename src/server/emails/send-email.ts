// Sends one letter of the outbox, once, whoever else tries at the same time.
import { messageOf } from "#core/error-message.ts";
import { atomically, type Db } from "#server/db/open.ts";
import type { EmailSender } from "#server/adapters/mail/email-content.ts";
import type { Mail } from "#server/adapters/mail/mail.ts";
import { renderEmail } from "#server/adapters/mail/render-email.ts";
import { decrypt } from "#server/encryption.ts";
import { emailContent } from "./email-texts.ts";
import { emailSchema } from "./email.ts";
import { emailPurpose } from "./queue-email.ts";
import { markRejected, markSent, recordFailure, takeEmail } from "./email-queries.ts";

/** What sending letters takes. */
export type EmailServices = {
  readonly db: Db;
  readonly mail: Mail;
  /** Who the letters are from, as shown in them. */
  readonly sender: EmailSender;
  readonly secret: string;
  readonly now: () => Date;
};

/**
 * Writes and sends the letter `letterId` and forgets its contents. A letter that went already, or that
 * the receiving side refused for good, is left alone. Throws when it should be tried again: the mail
 * server cannot be reached, or another worker is sending it at this moment.
 *
 * The letter's row is locked while it is sent. Should the process die after the mail server took the
 * letter and before that is saved, it is sent again under the same Message-ID, by which receivers know
 * a repeat.
 */
export async function sendEmail(services: EmailServices, emailId: string): Promise<void> {
  let outcome: Outcome;
  try {
    outcome = await atomically(services.db, (db) => deliver({ ...services, db }, emailId));
  } catch (error) {
    const reason = messageOf(error);
    await recordFailure(services.db, emailId, reason);
    // A mail server's words may name the recipient: they are kept with the letter, not in the log.
    throw new Error("The letter could not be sent; its record tells why.");
  }
  if (outcome === "taken") throw new Error("Another worker is sending this letter.");
}

type Outcome = "done" | "taken";

async function deliver(services: EmailServices, emailId: string): Promise<Outcome> {
  const { db, mail, sender, secret, now } = services;
  const taken = await takeEmail(db, emailId);
  if (taken.state === "gone") return "done";
  if (taken.state === "taken") return "taken";
  const payload = decrypt(secret, emailPurpose, taken.payloadEncrypted).toString();
  const message = emailSchema.parse(JSON.parse(payload));
  const rendered = await renderEmail(emailContent(message), sender);
  const delivery = await mail.send({ id: emailId, to: taken.recipient, ...rendered });
  if (delivery.outcome === "sent") await markSent(db, emailId, now());
  else await markRejected(db, emailId, delivery.reason);
  return "done";
}
