import { messageOf } from "#platform/rules/error-message.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { emailPicture } from "#platform/server/adapters/files/email-picture.ts";
import type { Files } from "#platform/server/adapters/files/files.ts";
import type {
  EmailItem,
  EmailPhoto,
  EmailSender,
} from "#platform/server/adapters/mail/email-content.ts";
import type { Mail } from "#platform/server/adapters/mail/mail.ts";
import { renderEmail } from "#platform/server/adapters/mail/render-email.ts";
import { decrypt } from "#platform/server/encryption.ts";
import type { Listeners } from "#platform/server/context.ts";
import {
  emailContent,
  kindOfEmail,
  parseEmail,
  type EmailKinds,
  type EmailName,
  unsubscribeToken,
} from "./email.ts";
import { emailPurpose } from "./queue-email.ts";
import { lockEmail, markRejected, markSent, recordFailedAttempt } from "./email-queries.ts";

export type EmailServices = {
  readonly db: Db;
  /** Where the photos are that emails show. */
  readonly files: Pick<Files, "get">;
  readonly mail: Mail;
  /** Shown in every email. */
  readonly sender: EmailSender;
  readonly secret: string;
  readonly emailKinds: EmailKinds;
  readonly listeners: Pick<Listeners, "accountOfAddress">;
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

/** More would make the email large. */
const mostPhotos = 5;

/** The photos of the first items; one that is gone or damaged is left out. */
async function readPhotos(
  { files }: EmailServices,
  items: readonly EmailItem[],
): Promise<EmailPhoto[]> {
  const photos: EmailPhoto[] = [];
  for (const { photoKey: key } of items) {
    if (key === null || photos.length === mostPhotos) continue;
    const thumbnail = await files.get(key);
    const bytes = thumbnail && (await emailPicture(thumbnail));
    if (bytes === null) continue;
    photos.push({ key, contentId: `photo-${photos.length + 1}`, bytes });
  }
  return photos;
}

/** Where one click turns off such emails; undefined for those that cannot be turned off. */
async function findUnsubscribeUrl(
  { db, sender, secret, emailKinds, listeners }: EmailServices,
  name: EmailName,
  recipient: string,
): Promise<string | undefined> {
  if (kindOfEmail(emailKinds, name).unsubscribes === undefined) return undefined;
  const userId = await listeners.accountOfAddress(db, recipient);
  return userId === undefined
    ? undefined
    : `${sender.siteUrl}/unsubscribe/${unsubscribeToken(secret, { userId, name })}`;
}

async function deliver(services: EmailServices, emailId: string): Promise<Outcome> {
  const { db, mail, sender, secret, emailKinds, now } = services;
  const locked = await lockEmail(db, emailId);
  if (locked.state === "gone") return "done";
  if (locked.state === "locked") return "locked";
  const payload = decrypt(secret, emailPurpose, locked.payloadEncrypted).toString();
  const email = parseEmail(emailKinds, JSON.parse(payload));
  const unsubscribeUrl = await findUnsubscribeUrl(services, email.name, locked.recipient);
  const content = { ...emailContent(emailKinds, email, locked.language), unsubscribeUrl };
  const photos = await readPhotos(services, content.items ?? []);
  const rendered = await renderEmail(content, sender, photos);
  const delivery = await mail.send({
    id: emailId,
    to: locked.recipient,
    photos,
    unsubscribeUrl,
    ...rendered,
  });
  if (delivery.outcome === "sent") await markSent(db, emailId, now());
  else await markRejected(db, emailId, delivery.reason);
  return "done";
}
