import { sql } from "kysely";
import { longestReason } from "#platform/rules/error-message.ts";
import type { Language } from "#platform/rules/language.ts";
import { storableText } from "#platform/rules/normalize-text.ts";
import type { Db } from "#platform/server/db/open.ts";

/** Adds emails to the outbox and returns their ids. */
export async function insertEmails(
  db: Db,
  emails: readonly {
    readonly id: string;
    readonly recipient: string;
    readonly kind: string;
    readonly language: Language;
    readonly payloadEncrypted: Buffer;
    readonly createdAt: Date;
  }[],
): Promise<string[]> {
  const rows = await db.insertInto("emails").values(emails).returning("id").execute();
  return rows.map(({ id }) => id);
}

/** `gone`: there is nothing left to send. `locked`: another worker is sending it. */
export type EmailToSend =
  | { state: "ready"; recipient: string; language: Language; payloadEncrypted: Buffer }
  | { state: "gone" }
  | { state: "locked" };

/**
 * Locks an email for the rest of this database transaction, so that nobody else can send it. The transaction may then
 * be idle for as long as a slow mail server takes.
 */
export async function lockEmail(db: Db, emailId: string): Promise<EmailToSend> {
  await sql`set local idle_in_transaction_session_timeout = '90s'`.execute(db);
  const email = await db
    .selectFrom("emails")
    .select(["recipient", "language", "payloadEncrypted"])
    .where("id", "=", emailId)
    .where("payloadEncrypted", "is not", null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (email?.payloadEncrypted) {
    const { recipient, language, payloadEncrypted } = email;
    return { state: "ready", recipient, language, payloadEncrypted };
  }
  return { state: (await isUnsent(db, emailId)) ? "locked" : "gone" };
}

async function isUnsent(db: Db, emailId: string): Promise<boolean> {
  const email = await db
    .selectFrom("emails")
    .select("id")
    .where("id", "=", emailId)
    .where("payloadEncrypted", "is not", null)
    .executeTakeFirst();
  return email !== undefined;
}

/** Marks the email as sent and deletes its content. */
export async function markSent(db: Db, emailId: string, sentAt: Date): Promise<void> {
  await db
    .updateTable("emails")
    .set({ sentAt, payloadEncrypted: null, lastError: null })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", emailId)
    .execute();
}

/** Marks the email as rejected for good and deletes its content. */
export async function markRejected(db: Db, emailId: string, reason: string): Promise<void> {
  await db
    .updateTable("emails")
    .set({ payloadEncrypted: null, lastError: storableText(reason, longestReason) })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", emailId)
    .execute();
}

/** Records a failed attempt; the email stays queued. */
export async function recordFailedAttempt(db: Db, emailId: string, reason: string): Promise<void> {
  await db
    .updateTable("emails")
    .set({ lastError: storableText(reason, longestReason) })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", emailId)
    .execute();
}

/** Deletes the emails created before `moment`, sent or not, and returns how many. */
export async function deleteEmailsBefore(db: Db, moment: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("emails")
    .where("createdAt", "<", moment)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The kind and times of the emails sent to an address; their contents are not stored. */
export async function listEmailsTo(db: Db, recipient: string) {
  return await db
    .selectFrom("emails")
    .select(["kind", "createdAt", "sentAt"])
    .where("recipient", "=", recipient)
    .orderBy("createdAt", "desc")
    .execute();
}

/** Deletes the emails to an address, sent or not. */
export async function deleteEmailsTo(db: Db, recipient: string): Promise<void> {
  await db.deleteFrom("emails").where("recipient", "=", recipient).execute();
}

/** Deletes an email that is not sent yet; false where there is none. */
export async function deleteUnsentEmail(db: Db, emailId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("emails")
    .where("id", "=", emailId)
    .where("sentAt", "is", null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
