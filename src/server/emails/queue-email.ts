import { randomUUID } from "node:crypto";
import { defaultLanguage, type Language } from "#core/language.ts";
import type { Db } from "#server/db/open.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { areNotificationsEnabled } from "#server/settings/are-notifications-enabled.ts";
import { encrypt } from "#server/encryption.ts";
import { emailSwitches, optionalKindOf, settingSwitches } from "./email-switches.ts";
import { emailSchema, type Email } from "./email.ts";
import { insertEmails, listEmailAccounts, type EmailAccount } from "./email-queries.ts";

/** The purpose under which queued emails are encrypted. */
export const emailPurpose = "emails";

export type EmailMessage = {
  readonly to: string;
  readonly email: Email;
  readonly emailId?: string | undefined;
  readonly language?: Language | undefined;
};

type Outbox = {
  readonly jobs: Pick<Jobs, "enqueueAll">;
  readonly secret: string;
  readonly now: () => Date;
};

/** An address without an account gets every email. */
function isWanted({ email }: EmailMessage, account: EmailAccount | undefined): boolean {
  if (account === undefined) return true;
  const switchName = emailSwitches[email.name];
  const kind = optionalKindOf(email);
  return (
    account.closedAt === null &&
    (switchName === "always" || account[switchName]) &&
    !(kind !== null && account.turnedOff.includes(kind))
  );
}

/** Those that the settings have not turned off for everyone. */
async function listEnabled(db: Db, messages: readonly EmailMessage[]): Promise<EmailMessage[]> {
  const settingOf = ({ email }: EmailMessage) => settingSwitches[emailSwitches[email.name]];
  const off = new Set<unknown>();
  for (const setting of new Set(messages.map(settingOf))) {
    if (setting !== null && !(await areNotificationsEnabled(db, setting))) off.add(setting);
  }
  return messages.filter((message) => !off.has(settingOf(message)));
}

/**
 * Stores emails in the database transaction of `db` and sends them after the commit, so that each is sent if, and only
 * if, what it reports is saved. Until then its content, tokens included, is encrypted with `secret`. Nothing is queued for
 * a closed account, or for a kind of email that the user or the settings turned off. An email is written in the language
 * of the account, or in `language` for an address without one. Returns how many are queued. Throws a ZodError when the
 * fields of one are not valid.
 */
export async function queueEmails(
  db: Db,
  messages: readonly EmailMessage[],
  { jobs, secret, now }: Outbox,
): Promise<number> {
  const enabled = await listEnabled(db, messages);
  if (enabled.length === 0) return 0;
  const accounts = new Map(
    (await listEmailAccounts(db, [...new Set(enabled.map(({ to }) => to))])).map((account) => [
      account.email,
      account,
    ]),
  );
  const rows = enabled
    .filter((message) => isWanted(message, accounts.get(message.to)))
    .map(({ to, email, emailId = randomUUID(), language = defaultLanguage }) => ({
      id: emailId,
      recipient: to,
      kind: email.name,
      language: accounts.get(to)?.language ?? language,
      payloadEncrypted: encrypt(secret, emailPurpose, JSON.stringify(emailSchema.parse(email))),
      createdAt: now(),
    }));
  if (rows.length === 0) return 0;
  const emailIds = await insertEmails(db, rows);
  await jobs.enqueueAll(
    db,
    "send-email",
    emailIds.map((emailId) => ({ emailId })),
  );
  return rows.length;
}

/** The same for one email; returns whether it is queued. */
export async function queueEmail(db: Db, message: EmailMessage, outbox: Outbox): Promise<boolean> {
  return (await queueEmails(db, [message], outbox)) > 0;
}
