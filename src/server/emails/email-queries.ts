// The outbox in the database: letters that wait, that were sent, that were refused.
import { sql } from "kysely";
import type { NotificationSettings } from "#contract/users.ts";
import type { Db } from "#server/db/open.ts";

/** Adds a letter to be sent and returns its id. */
export async function insertEmail(
  db: Db,
  message: {
    emailId?: string | undefined;
    recipient: string;
    kind: string;
    payloadEncrypted: Buffer;
    createdAt: Date;
  },
): Promise<string> {
  const { id } = await db
    .insertInto("emails")
    .values({
      ...(message.emailId !== undefined && { id: message.emailId }),
      recipient: message.recipient,
      kind: message.kind,
      payloadEncrypted: message.payloadEncrypted,
      createdAt: message.createdAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether a letter of this id was ever put into the outbox. */
export async function isEmailThere(db: Db, emailId: string): Promise<boolean> {
  const row = await db
    .selectFrom("emails")
    .select("id")
    .where("id", "=", emailId)
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
    .select(["emailNotifications", "shipmentUpdates", "marketingEmails", "closedAt"])
    .where("email", "=", recipient)
    .executeTakeFirst();
  if (profile === undefined) return true;
  return profile.closedAt === null && (switchName === "always" || profile[switchName]);
}

/** `gone`: there is nothing to send any more. `taken`: somebody else is sending it at this moment. */
export type EmailToSend =
  | { state: "ready"; recipient: string; payloadEncrypted: Buffer }
  | { state: "gone" }
  | { state: "taken" };

/**
 * Takes a letter for the rest of this database transaction, so that nobody else can send it. The
 * transaction may then stand idle for as long as a slow mail server takes.
 */
export async function takeEmail(db: Db, emailId: string): Promise<EmailToSend> {
  await sql`set local idle_in_transaction_session_timeout = '90s'`.execute(db);
  const message = await db
    .selectFrom("emails")
    .select(["recipient", "payloadEncrypted"])
    .where("id", "=", emailId)
    .where("payloadEncrypted", "is not", null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (message?.payloadEncrypted) {
    const { recipient, payloadEncrypted } = message;
    return { state: "ready", recipient, payloadEncrypted };
  }
  return { state: (await isWaiting(db, emailId)) ? "taken" : "gone" };
}

async function isWaiting(db: Db, emailId: string): Promise<boolean> {
  const message = await db
    .selectFrom("emails")
    .select("id")
    .where("id", "=", emailId)
    .where("payloadEncrypted", "is not", null)
    .executeTakeFirst();
  return message !== undefined;
}

/** Notes that the letter went, and forgets what was in it. */
export async function markSent(db: Db, emailId: string, sentAt: Date): Promise<void> {
  await db
    .updateTable("emails")
    .set({ sentAt, payloadEncrypted: null, lastError: null })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", emailId)
    .execute();
}

/** Notes that the letter will never be taken, and forgets what was in it. */
export async function markRejected(db: Db, emailId: string, reason: string): Promise<void> {
  await db
    .updateTable("emails")
    .set({ payloadEncrypted: null, lastError: reason })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", emailId)
    .execute();
}

/** Notes a try that failed; the letter goes on waiting. */
export async function recordFailure(db: Db, emailId: string, reason: string): Promise<void> {
  await db
    .updateTable("emails")
    .set({ lastError: reason })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", emailId)
    .execute();
}

/** Removes the letters made before `moment`, sent or not, and returns how many those were. */
export async function deleteEmailsBefore(db: Db, moment: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("emails")
    .where("createdAt", "<", moment)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
