// The outbox in the database: letters that wait, that were sent, that were refused.
import { sql } from "kysely";
import type { NotificationSettings } from "#contract/own-account.ts";
import type { Db } from "#server/db/open.ts";

/** Adds a letter to be sent and returns its id. */
export async function insertLetter(
  db: Db,
  letter: {
    letterId?: string | undefined;
    recipient: string;
    kind: string;
    payloadEncrypted: Buffer;
    createdAt: Date;
  },
): Promise<string> {
  const { id } = await db
    .insertInto("letters")
    .values({
      ...(letter.letterId !== undefined && { id: letter.letterId }),
      recipient: letter.recipient,
      kind: letter.kind,
      payload_encrypted: letter.payloadEncrypted,
      created_at: letter.createdAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether a letter of this id was ever put into the outbox. */
export async function isLetterThere(db: Db, letterId: string): Promise<boolean> {
  const row = await db
    .selectFrom("letters")
    .select("id")
    .where("id", "=", letterId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the holder of an address wants what `switchName` stands for; an address without account takes everything. */
export async function isWanted(
  db: Db,
  recipient: string,
  switchName: keyof NotificationSettings | "always",
): Promise<boolean> {
  const profile = await db
    .selectFrom("profiles")
    .select([
      "email_notifications as emailNotifications",
      "shipment_updates as shipmentUpdates",
      "marketing_emails as marketingEmails",
      "closed_at as closedAt",
    ])
    .where("email", "=", recipient)
    .executeTakeFirst();
  if (profile === undefined) return true;
  return profile.closedAt === null && (switchName === "always" || profile[switchName]);
}

/** `gone`: there is nothing to send any more. `taken`: somebody else is sending it at this moment. */
export type LetterToSend =
  | { state: "ready"; recipient: string; payloadEncrypted: Buffer }
  | { state: "gone" }
  | { state: "taken" };

/**
 * Takes a letter for the rest of this database transaction, so that nobody else can send it. The
 * transaction may then stand idle for as long as a slow mail server takes.
 */
export async function takeLetter(db: Db, letterId: string): Promise<LetterToSend> {
  await sql`set local idle_in_transaction_session_timeout = '90s'`.execute(db);
  const letter = await db
    .selectFrom("letters")
    .select(["recipient", "payload_encrypted"])
    .where("id", "=", letterId)
    .where("payload_encrypted", "is not", null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (letter?.payload_encrypted) {
    const { recipient, payload_encrypted: payloadEncrypted } = letter;
    return { state: "ready", recipient, payloadEncrypted };
  }
  return { state: (await isWaiting(db, letterId)) ? "taken" : "gone" };
}

async function isWaiting(db: Db, letterId: string): Promise<boolean> {
  const letter = await db
    .selectFrom("letters")
    .select("id")
    .where("id", "=", letterId)
    .where("payload_encrypted", "is not", null)
    .executeTakeFirst();
  return letter !== undefined;
}

/** Notes that the letter went, and forgets what was in it. */
export async function markSent(db: Db, letterId: string, sentAt: Date): Promise<void> {
  await db
    .updateTable("letters")
    .set({ sent_at: sentAt, payload_encrypted: null, last_error: null })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", letterId)
    .execute();
}

/** Notes that the letter will never be taken, and forgets what was in it. */
export async function markRefused(db: Db, letterId: string, reason: string): Promise<void> {
  await db
    .updateTable("letters")
    .set({ payload_encrypted: null, last_error: reason })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", letterId)
    .execute();
}

/** Notes a try that failed; the letter goes on waiting. */
export async function noteFailure(db: Db, letterId: string, reason: string): Promise<void> {
  await db
    .updateTable("letters")
    .set({ last_error: reason })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", letterId)
    .execute();
}

/** Removes the letters made before `moment`, sent or not, and returns how many those were. */
export async function deleteLettersBefore(db: Db, moment: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("letters")
    .where("created_at", "<", moment)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
