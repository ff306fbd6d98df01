// Sends one letter of the outbox, once, whoever else tries at the same time.
import { messageOf } from "#core/error-message.ts";
import { atomically, type Db } from "#server/db/open.ts";
import type { LetterSender } from "#server/outside/mail/letter-content.ts";
import type { Mail } from "#server/outside/mail/mail.ts";
import { renderLetter } from "#server/outside/mail/render-letter.ts";
import { unseal } from "#server/platform/sealed.ts";
import { letterContent } from "./letter-texts.ts";
import { letterSchema } from "./letter.ts";
import { letterPurpose } from "./queue-letter.ts";
import { markRefused, markSent, noteFailure, takeLetter } from "./store.ts";

/** What sending letters takes. */
export type LetterParts = {
  readonly db: Db;
  readonly mail: Mail;
  /** Who the letters are from, as shown in them. */
  readonly sender: LetterSender;
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
export async function sendLetter(parts: LetterParts, letterId: string): Promise<void> {
  let outcome: Outcome;
  try {
    outcome = await atomically(parts.db, (db) => deliver({ ...parts, db }, letterId));
  } catch (error) {
    const reason = messageOf(error);
    await noteFailure(parts.db, letterId, reason);
    // A mail server's words may name the recipient: they are kept with the letter, not in the log.
    throw new Error("The letter could not be sent; its record tells why.");
  }
  if (outcome === "taken") throw new Error("Another worker is sending this letter.");
}

type Outcome = "done" | "taken";

async function deliver(parts: LetterParts, letterId: string): Promise<Outcome> {
  const { db, mail, sender, secret, now } = parts;
  const taken = await takeLetter(db, letterId);
  if (taken.state === "gone") return "done";
  if (taken.state === "taken") return "taken";
  const payload = unseal(secret, letterPurpose, taken.payloadEncrypted).toString();
  const letter = letterSchema.parse(JSON.parse(payload));
  const rendered = await renderLetter(letterContent(letter), sender);
  const delivery = await mail.send({ id: letterId, to: taken.recipient, ...rendered });
  if (delivery.outcome === "sent") await markSent(db, letterId, now());
  else await markRefused(db, letterId, delivery.reason);
  return "done";
}
