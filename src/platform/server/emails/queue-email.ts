import { randomUUID } from "node:crypto";
import { defaultLanguage, type Language } from "#platform/rules/language.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  areNotificationsEnabled,
  type NotificationSetting,
} from "#platform/server/settings/switches.ts";
import { encrypt } from "#platform/server/encryption.ts";
import type { Config } from "#platform/server/config.ts";
import type { EmailOutbox, AppServices } from "#platform/server/context.ts";
import {
  kindOfEmail,
  parseEmail,
  type Email,
  type EmailAccount,
  type EmailRules,
} from "./email.ts";
import { insertEmails, deleteEmailsBefore, deleteUnsentEmail } from "./email-queries.ts";
import { addDays } from "#platform/rules/calendar.ts";

/** The purpose under which queued emails are encrypted. */
export const emailPurpose = "emails";

export type EmailMessage = {
  readonly to: string;
  readonly email: Email;
  readonly emailId?: string | undefined;
  readonly language?: Language | undefined;
  /** When it is sent; at once where it is missing. */
  readonly startsAt?: Date | undefined;
};

/** Of the configuration it reads the secret alone. */
export type Outbox = Omit<EmailOutbox, "config"> & { readonly config: Pick<Config, "secret"> };

/** The setting that turns such emails off for everyone; null: admins cannot turn off what a user cannot turn off. */
const settingSwitches: Readonly<
  Record<EmailRules<Email>["switchName"], NotificationSetting | null>
> = {
  emailNotifications: "paymentNotifications",
  shipmentUpdates: "shipmentNotifications",
  marketingEmails: null,
  always: null,
};

/** An address without an account gets every email. */
function isWanted(
  { email }: EmailMessage,
  account: EmailAccount | undefined,
  { emailKinds }: Outbox,
): boolean {
  if (account === undefined) return true;
  const { switchName, kindOf } = kindOfEmail(emailKinds, email.name);
  const kind = kindOf?.(email);
  return (
    account.closedAt === null &&
    (switchName === "always" || account[switchName]) &&
    !(kind !== undefined && account.turnedOff.includes(kind))
  );
}

/** Those that the settings have not turned off for everyone. */
async function listEnabled(
  db: Db,
  messages: readonly EmailMessage[],
  { emailKinds }: Outbox,
): Promise<EmailMessage[]> {
  const settingOf = ({ email }: EmailMessage) =>
    settingSwitches[kindOfEmail(emailKinds, email.name).switchName];
  const off = new Set<unknown>();
  for (const setting of new Set(messages.map(settingOf))) {
    if (setting !== null && !(await areNotificationsEnabled(db, setting))) off.add(setting);
  }
  return messages.filter((message) => !off.has(settingOf(message)));
}

/**
 * Stores emails in the database transaction of `db` and sends them after the commit, so that each is sent if, and only
 * if, what it reports is saved. Until then its content, tokens included, is encrypted. Nothing is queued for
 * a closed account, or for a kind of email that the user or the settings turned off. An email is written in the language
 * of the account, or in `language` for an address without one. Returns how many are queued. Throws a ZodError when the
 * fields of one are not valid.
 */
export async function queueEmails(
  db: Db,
  messages: readonly EmailMessage[],
  outbox: Outbox,
): Promise<number> {
  const { config, emailKinds, jobs, listeners, now } = outbox;
  const enabled = await listEnabled(db, messages, outbox);
  if (enabled.length === 0) return 0;
  const accounts = new Map(
    (await listeners.emailAccounts(db, [...new Set(enabled.map(({ to }) => to))])).map(
      (account) => [account.email, account],
    ),
  );
  const rows = enabled
    .filter((message) => isWanted(message, accounts.get(message.to), outbox))
    .map(({ to, email, emailId = randomUUID(), language = defaultLanguage, startsAt }) => ({
      startsAt,
      id: emailId,
      recipient: to,
      kind: email.name,
      language: accounts.get(to)?.language ?? language,
      payloadEncrypted: encrypt(
        config.secret,
        emailPurpose,
        JSON.stringify(parseEmail(emailKinds, email)),
      ),
      createdAt: now(),
    }));
  if (rows.length === 0) return 0;
  await insertEmails(
    db,
    rows.map(({ startsAt: _startsAt, ...row }) => row),
  );
  const isLater = ({ startsAt }: (typeof rows)[number]) => startsAt !== undefined;
  await jobs.enqueueAll(
    db,
    "send-email",
    rows.filter((row) => !isLater(row)).map(({ id: emailId }) => ({ emailId })),
  );
  for (const { id: emailId, startsAt } of rows.filter(isLater)) {
    await jobs.enqueue(db, "send-email", { emailId }, startsAt && { startsAt });
  }
  return rows.length;
}

/** The same for one email; returns whether it is queued. */
export async function queueEmail(db: Db, message: EmailMessage, outbox: Outbox): Promise<boolean> {
  return (await queueEmails(db, [message], outbox)) > 0;
}

/** Takes an email back that is not sent yet, in the transaction that says its content elsewhere; false where it is. */
export async function withdrawEmail(db: Db, emailId: string): Promise<boolean> {
  return await deleteUnsentEmail(db, emailId);
}

/** Emails name people, and nothing needs them for longer. */
const retentionDays = 30;

/** Deletes emails older than 30 days, sent or not, and returns how many; a recurring job. */
export async function deleteOldEmails({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<number> {
  return await deleteEmailsBefore(db, addDays(now(), -retentionDays));
}
