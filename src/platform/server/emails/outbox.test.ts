import { isLongRun } from "#test/long-run.ts";
import { mailServer } from "#test/mail-server.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { SMTPServerOptions } from "smtp-server";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { atomically, type Database } from "#platform/server/db/open.ts";
import { openJobs, type JobHandlers, type Jobs } from "#platform/server/jobs/jobs.ts";
import type { Mail, OutgoingEmail } from "#platform/server/adapters/mail/mail.ts";
import { createSmtpMail } from "#platform/server/adapters/mail/smtp-mail.ts";
import { emailKinds } from "#app/server/email-kinds.ts";
import { jobList } from "#app/server/jobs.ts";
import { listeners } from "#app/server/listeners.ts";
import { silentLog, testDatabase } from "#test/database.ts";
import { deleteOldEmails, queueEmail, type Outbox } from "./queue-email.ts";
import type { Email } from "./email.ts";
import { sendEmail, type EmailServices } from "./send-email.ts";

const secret = "the secret of this server";
const sender = { brandName: "Sampan", siteUrl: "https://sampan.example", supportEmail: null };
const email: Email = {
  name: "reset-password",
  url: "https://sampan.example/reset-password#token=very-secret-token",
  worksForMinutes: 60,
};

let database: Database;
let jobs: Jobs;
let recipients = 0;

beforeAll(async () => {
  database = await testDatabase();
  jobs = await openJobs({ databaseUrl: database.url, log: silentLog, jobList, isManual: true });
  return async () => {
    await jobs.stop();
    await database.close();
  };
});

beforeEach(async () => {
  await database.kysely.deleteFrom("emails").execute();
});

const nextRecipient = () => `ann${(recipients += 1)}@example.com`;

const now = () => new Date();

function outbox(): Outbox {
  return { config: { secret }, emailKinds, jobs, listeners, now };
}

async function queue(to = nextRecipient(), db = database.kysely): Promise<string> {
  await queueEmail(db, { to, email }, outbox());
  const { id } = await db
    .selectFrom("emails")
    .select("id")
    .where("recipient", "=", to)
    .executeTakeFirstOrThrow();
  return id;
}

function jobHandlers(services: EmailServices): JobHandlers {
  return {
    "send-email": ({ emailId }) => sendEmail(services, emailId),
    "delete-old-emails": async () => void (await deleteOldEmails(services)),
    "send-auth-email": async () => undefined,
    "process-provider-event": async () => undefined,
    "follow-tracker": async () => undefined,
    "hand-over-packages": async () => undefined,
    "process-carrier-messages": async () => undefined,
    "poll-silent-trackers": async () => undefined,
    "check-tracking-provider": async () => undefined,
    "stop-trackers": async () => undefined,
    "send-push": async () => undefined,
    "read-tracker": async () => undefined,
    reconcile: async () => undefined,
    "refill-complimentary-plans": async () => undefined,
    "delete-expired-registrations": async () => undefined,
    "delete-old-attempts": async () => undefined,
    "delete-old-changes": async () => undefined,
    "fetch-exchange-rates": async () => undefined,
    "delete-old-errors": async () => undefined,
    "remove-orphan-images": async () => undefined,
    "send-admin-digest": async () => undefined,
    "send-notifications": async () => undefined,
    "continue-ship-requests": async () => undefined,
    "recheck-goods": async () => undefined,
    "watch-ship-requests": async () => undefined,
    "remind-of-storage": async () => undefined,
    "follow-cases": async () => undefined,
    "remind-customers-of-cases": async () => undefined,
    "notify-late-packages": async () => undefined,
    "delete-old-notifications": async () => undefined,
    "update-customer": async () => undefined,
    "aggregate-lane-times": async () => undefined,
    "aggregate-package-counts": async () => undefined,
    "record-failed-job": async () => undefined,
    "aggregate-profile-counts": async () => undefined,
  };
}

const rowOf = (id: string) =>
  database.kysely.selectFrom("emails").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** Mail that records what it sends; `before` runs before each email is sent. */
function recordingMail(before: () => Promise<void> = async () => undefined) {
  const sent: OutgoingEmail[] = [];
  const mail: Mail = {
    async send(outgoing) {
      await before();
      sent.push(outgoing);
      return { outcome: "sent" };
    },
    close: () => undefined,
  };
  return { sent, services: servicesWith(mail) };
}

function servicesWith(mail: Mail): EmailServices {
  return {
    db: database.kysely,
    files: { get: async () => null },
    mail,
    sender,
    secret,
    emailKinds,
    listeners,
    now,
  };
}

function rejecting(responseCode: number): SMTPServerOptions {
  return {
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error("No such mailbox"), { responseCode })),
  };
}

test("an email is sent once when its transaction commits, and its content is deleted then", async () => {
  const { sent, services } = recordingMail();
  const id = await atomically(database.kysely, (db) => queue("bob@example.com", db));
  expect(await jobs.runDueJobs(jobHandlers(services))).toEqual({ done: 1, errors: [] });
  await sendEmail(services, id);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ id, to: "bob@example.com", subject: "Reset your password" });
  expect(sent[0]?.text).toContain("#token=very-secret-token");
  const row = await rowOf(id);
  expect(row).toMatchObject({ kind: "reset-password", attempts: 1, payloadEncrypted: null });
  expect(row.sentAt).toBeInstanceOf(Date);
});

test("an email of a transaction that is rolled back is never sent", async () => {
  const { sent, services } = recordingMail();
  const rolledBack = atomically(database.kysely, async (db) => {
    await queue(nextRecipient(), db);
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  expect(await jobs.runDueJobs(jobHandlers(services))).toEqual({ done: 0, errors: [] });
  expect(sent).toHaveLength(0);
});

test("a queued email cannot be read from the database alone", async () => {
  const row = await rowOf(await queue());
  expect(JSON.stringify(row)).not.toContain("token");
  expect(row.payloadEncrypted?.includes("token")).toBe(false);
  await jobs.runDueJobs(jobHandlers(recordingMail().services));
});

test("an email with invalid fields is rejected before anything is stored", async () => {
  const invalid = { ...email, url: "javascript:alert(1)" };
  const queueing = queueEmail(database.kysely, { to: "ann@example.com", email: invalid }, outbox());
  await expect(queueing).rejects.toThrow(/url/);
  expect(await database.kysely.selectFrom("emails").selectAll().execute()).toEqual([]);
});

test("every email arrives once after the mail server was down", async () => {
  const { port, close } = await mailServer();
  await close();
  const mail = createSmtpMail({ smtpUrl: `smtp://127.0.0.1:${port}`, from: "mail@sampan.example" });
  const handlers = jobHandlers(servicesWith(mail));
  const ids: string[] = [];
  for (let count = 0; count < 12; count += 1) ids.push(await queue());

  const whileDown = await jobs.runDueJobs(handlers);
  expect(whileDown).toMatchObject({ done: 0 });
  expect(whileDown.errors).toHaveLength(12);
  expect(await rowOf(ids[0] ?? "")).toMatchObject({
    attempts: 1,
    sentAt: null,
    lastError: expect.stringContaining("ECONNREFUSED"),
  });

  const server = await mailServer(port);
  expect(await jobs.runDueJobs(handlers, { withDelayed: true })).toEqual({ done: 12, errors: [] });
  await jobs.runDueJobs(handlers, { withDelayed: true });
  expect(server.received).toHaveLength(12);
  expect(new Set(server.recipients()).size).toBe(12);
  mail.close();
  await server.close();
});

test("an email that is rejected for good is not retried, and its content is deleted", async () => {
  const server = await mailServer(0, rejecting(550));
  const smtpUrl = `smtp://127.0.0.1:${server.port}`;
  const mail = createSmtpMail({ smtpUrl, from: "mail@sampan.example" });
  const id = await queue();
  const run = await jobs.runDueJobs(jobHandlers(servicesWith(mail)));
  expect(run).toEqual({ done: 1, errors: [] });
  expect(await rowOf(id)).toMatchObject({
    sentAt: null,
    payloadEncrypted: null,
    lastError: expect.stringContaining("No such mailbox"),
  });
  mail.close();
  await server.close();
});

test("the mail server's message is stored with the email and not logged", async () => {
  const mail: Mail = {
    send: () => Promise.reject(new Error("451 <ann@example.com> \u0000try \uD83D later")),
    close: () => undefined,
  };
  const id = await queue();
  const { errors } = await jobs.runDueJobs(jobHandlers(servicesWith(mail)));
  expect(String(errors[0])).not.toContain("ann@example.com");
  expect((await rowOf(id)).lastError).toBe("451 <ann@example.com> \uFFFDtry \uFFFD later");
  await jobs.runDueJobs(jobHandlers(recordingMail().services), { withDelayed: true });
});

test("of two workers with the same email, only one sends it", async () => {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const { sent, services } = recordingMail(() => {
    begun.resolve();
    return released.promise;
  });
  const id = await queue();
  const first = sendEmail(services, id);
  await begun.promise;
  await expect(sendEmail(services, id)).rejects.toThrow(/Another worker/);
  released.resolve();
  await first;
  await sendEmail(services, id);
  expect(sent).toHaveLength(1);
  await jobs.runDueJobs(jobHandlers(services));
  expect(sent).toHaveLength(1);
});

test.runIf(isLongRun)(
  "after a worker is killed before the mail server has the email, the next worker sends it once",
  async () => {
    const server = await mailServer();
    const id = await queue("killed-before@example.com");
    await sendAndDie(id, server.port, "before");
    expect(server.recipients()).toEqual([]);
    const { sent, services } = recordingMail();
    await untilSent(services, id);
    expect(sent).toHaveLength(1);
    await server.close();
  },
);

test.runIf(isLongRun)(
  "after a worker is killed before it saved that the email was sent, it is sent again with the same id",
  async () => {
    const server = await mailServer();
    const id = await queue("killed-after@example.com");
    await sendAndDie(id, server.port, "after");
    expect(server.recipients()).toEqual(["killed-after@example.com"]);
    const { sent, services } = recordingMail();
    await untilSent(services, id);
    expect(sent.map(({ id: sentId }) => sentId)).toEqual([id]);
    await server.close();
  },
);

test("emails are deleted after thirty days", async () => {
  const old = await queue();
  const recent = await queue();
  const day = 24 * 60 * 60 * 1000;
  const setAge = (emailId: string, days: number) =>
    sql`
      update emails set created_at = ${new Date(Date.now() - days * day)} where id = ${emailId}
    `.execute(database.kysely);
  await setAge(old, 31);
  await setAge(recent, 29);
  expect(await deleteOldEmails({ db: database.kysely, now })).toBe(1);
  expect(await rowOf(recent)).toBeDefined();
  await jobs.runDueJobs(jobHandlers(recordingMail().services));
});

/** Retries until PostgreSQL has noticed that the killed worker is gone. */
async function untilSent(services: EmailServices, id: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    await sendEmail(services, id).catch(() => undefined);
    if ((await rowOf(id)).sentAt !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await jobs.runDueJobs(jobHandlers(services));
}

/** Sends the email from a child process that is killed before or after the mail server accepted it. */
async function sendAndDie(id: string, port: number, moment: "before" | "after"): Promise<void> {
  const die = `process.kill(process.pid, "SIGKILL"); await new Promise(() => {});`;
  const script = `
    const { openDatabase } = await import("#platform/server/db/open.ts");
    const { emailKinds } = await import("#app/server/email-kinds.ts");
    const { listeners } = await import("#app/server/listeners.ts");
    const { sendEmail } = await import("#platform/server/emails/send-email.ts");
    const { createSmtpMail } = await import("#platform/server/adapters/mail/smtp-mail.ts");
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const { kysely: db } = openDatabase({ url: ${JSON.stringify(database.url)}, log });
    const smtp = createSmtpMail({ smtpUrl: "smtp://127.0.0.1:${port}", from: "mail@sampan.example" });
    const send = async (email) => {
      ${moment === "after" ? "await smtp.send(email);" : ""}
      ${die}
    };
    const sender = ${JSON.stringify(sender)};
    const services = { db, files: { get: async () => null }, mail: { send }, sender, secret: ${JSON.stringify(secret)}, emailKinds, listeners, now: () => new Date() };
    await sendEmail(services, ${JSON.stringify(id)});`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: process.cwd(),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [, signal] = await once(child, "exit");
  expect(signal).toBe("SIGKILL");
}
