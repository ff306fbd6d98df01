// Shows that every letter of the outbox leaves once, whatever happens to servers and workers in between.
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { atomically, type Database } from "#server/db/open.ts";
import { openJobs, type JobHandlers, type Jobs } from "#server/jobs/jobs.ts";
import type { Mail, OutgoingEmail } from "#server/adapters/mail/mail.ts";
import { createSmtpMail } from "#server/adapters/mail/smtp-mail.ts";
import { silentLog, testDatabase } from "#testing/database.ts";
import { deleteOldEmails } from "./delete-old-emails.ts";
import type { Email } from "./email.ts";
import { queueEmail } from "./queue-email.ts";
import { sendEmail, type EmailServices } from "./send-email.ts";

const secret = "the secret of this server";
const sender = { brandName: "Sampan", siteUrl: "https://sampan.example", supportEmail: null };
const message: Email = {
  name: "reset-password",
  url: "https://sampan.example/reset-password#token=very-secret-token",
  worksForMinutes: 60,
};

let database: Database;
let jobs: Jobs;
let recipients = 0;

beforeAll(async () => {
  database = await testDatabase();
  jobs = await openJobs({ databaseUrl: database.url, log: silentLog, isManual: true });
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

async function queue(to = nextRecipient(), db = database.kysely): Promise<string> {
  await queueEmail(db, { to, message }, { jobs, secret, now });
  const { id } = await db
    .selectFrom("emails")
    .select("id")
    .where("recipient", "=", to)
    .executeTakeFirstOrThrow();
  return id;
}

/** The jobs of letters; there are no others here. */
function jobHandlers(services: EmailServices): JobHandlers {
  return {
    "send-email": ({ emailId }) => sendEmail(services, emailId),
    "delete-old-emails": async () => void (await deleteOldEmails(services)),
    "send-auth-email": async () => undefined,
    "process-provider-event": async () => undefined,
    reconcile: async () => undefined,
    "refill-complimentary-plans": async () => undefined,
    "delete-expired-registrations": async () => undefined,
    "delete-old-changes": async () => undefined,
    "delete-old-errors": async () => undefined,
    "remove-orphan-images": async () => undefined,
    "send-admin-digest": async () => undefined,
    "update-customer": async () => undefined,
    "aggregate-package-counts": async () => undefined,
    "record-failed-job": async () => undefined,
    "aggregate-profile-counts": async () => undefined,
  };
}

const rowOf = (id: string) =>
  database.kysely.selectFrom("emails").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** Mail that keeps what it is given; `before` runs while a letter is on its way. */
function keepingMail(before: () => Promise<void> = async () => undefined) {
  const sent: OutgoingEmail[] = [];
  const mail: Mail = {
    async send(outgoing) {
      await before();
      sent.push(outgoing);
      return { outcome: "sent" };
    },
    close: () => undefined,
  };
  return { sent, services: partsWith(mail) };
}

function partsWith(mail: Mail): EmailServices {
  return { db: database.kysely, mail, sender, secret, now };
}

async function mailServerOn(port: number, errorCode?: { responseCode: number }) {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) =>
      done(errorCode ? Object.assign(new Error("No such mailbox"), errorCode) : undefined),
    onData(stream, session, done) {
      stream.resume();
      stream.on("end", () => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", () => resolve()));
  return {
    received,
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

test("a letter leaves with what was saved beside it, once, and is then forgotten but for its record", async () => {
  const { sent, services } = keepingMail();
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

test("a letter whose cause was undone never leaves", async () => {
  const { sent, services } = keepingMail();
  const undone = atomically(database.kysely, async (db) => {
    await queue(nextRecipient(), db);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await jobs.runDueJobs(jobHandlers(services))).toEqual({ done: 0, errors: [] });
  expect(sent).toHaveLength(0);
});

test("a letter that waits cannot be read from the database alone", async () => {
  const row = await rowOf(await queue());
  expect(JSON.stringify(row)).not.toContain("token");
  expect(row.payloadEncrypted?.includes("token")).toBe(false);
  await jobs.runDueJobs(jobHandlers(keepingMail().services));
});

test("a letter that is filled in wrongly is refused before anything is saved", async () => {
  const wrong = { ...message, url: "javascript:alert(1)" };
  const queueing = queueEmail(
    database.kysely,
    { to: "ann@example.com", message: wrong },
    { jobs, secret, now },
  );
  await expect(queueing).rejects.toThrow(/url/);
  expect(await database.kysely.selectFrom("emails").selectAll().execute()).toEqual([]);
});

test("the mail server is down, then back: every letter arrives, once", async () => {
  const { port, close } = await mailServerOn(0);
  await close();
  const mail = createSmtpMail({ smtpUrl: `smtp://127.0.0.1:${port}`, from: "mail@sampan.example" });
  const handlers = jobHandlers(partsWith(mail));
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

  const server = await mailServerOn(port);
  expect(await jobs.runDueJobs(handlers, { withDelayed: true })).toEqual({ done: 12, errors: [] });
  await jobs.runDueJobs(handlers, { withDelayed: true });
  expect(server.received).toHaveLength(12);
  expect(new Set(server.received).size).toBe(12);
  mail.close();
  await server.close();
});

test("a letter refused for good is given up, its contents are forgotten", async () => {
  const server = await mailServerOn(0, { responseCode: 550 });
  const smtpUrl = `smtp://127.0.0.1:${server.port}`;
  const mail = createSmtpMail({ smtpUrl, from: "mail@sampan.example" });
  const id = await queue();
  const run = await jobs.runDueJobs(jobHandlers(partsWith(mail)));
  expect(run).toEqual({ done: 1, errors: [] });
  expect(await rowOf(id)).toMatchObject({
    sentAt: null,
    payloadEncrypted: null,
    lastError: expect.stringContaining("No such mailbox"),
  });
  mail.close();
  await server.close();
});

test("what a mail server says of a recipient goes into the letter's record and no further", async () => {
  const mail: Mail = {
    send: () => Promise.reject(new Error("451 <ann@example.com> try later")),
    close: () => undefined,
  };
  const id = await queue();
  const { errors } = await jobs.runDueJobs(jobHandlers(partsWith(mail)));
  expect(String(errors[0])).not.toContain("ann@example.com");
  expect((await rowOf(id)).lastError).toContain("ann@example.com");
  await jobs.runDueJobs(jobHandlers(keepingMail().services), { withDelayed: true });
});

test("of two workers that take up one letter at once, one sends it and the other stands back", async () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const { sent, services } = keepingMail(() => held);
  const id = await queue();
  const first = sendEmail(services, id);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await expect(sendEmail(services, id)).rejects.toThrow(/Another worker/);
  letGo();
  await first;
  await sendEmail(services, id);
  expect(sent).toHaveLength(1);
  await jobs.runDueJobs(jobHandlers(services));
  expect(sent).toHaveLength(1);
});

test("a worker killed before the mail server has the letter leaves it to the next, which sends it once", async () => {
  const server = await mailServerOn(0);
  const id = await queue("killed-before@example.com");
  await sendAndDie(id, server.port, "before");
  expect(server.received).toEqual([]);
  const { sent, services } = keepingMail();
  await untilSent(services, id);
  expect(sent).toHaveLength(1);
  await server.close();
});

test("a worker killed before it could save that a letter went has it repeated under the same id", async () => {
  const server = await mailServerOn(0);
  const id = await queue("killed-after@example.com");
  await sendAndDie(id, server.port, "after");
  expect(server.received).toEqual(["killed-after@example.com"]);
  const { sent, services } = keepingMail();
  await untilSent(services, id);
  expect(sent.map((repeat) => repeat.id)).toEqual([id]);
  await server.close();
});

test("records of letters go after thirty days", async () => {
  const old = await queue();
  const recent = await queue();
  const day = 24 * 60 * 60 * 1000;
  const setAge = (id: string, days: number) =>
    database.kysely
      .updateTable("emails")
      .set({ createdAt: new Date(Date.now() - days * day) })
      .where("id", "=", id)
      .execute();
  await setAge(old, 31);
  await setAge(recent, 29);
  expect(await deleteOldEmails({ db: database.kysely, now })).toBe(1);
  expect(await rowOf(recent)).toBeDefined();
  await jobs.runDueJobs(jobHandlers(keepingMail().services));
});

/** Tries until PostgreSQL has noticed that the killed worker is gone. */
async function untilSent(services: EmailServices, id: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    await sendEmail(services, id).catch(() => undefined);
    if ((await rowOf(id)).sentAt !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await jobs.runDueJobs(jobHandlers(services));
}

/** Sends the letter from a process of its own that is killed before or after the mail server took it. */
async function sendAndDie(id: string, port: number, moment: "before" | "after"): Promise<void> {
  const die = `process.kill(process.pid, "SIGKILL"); await new Promise(() => {});`;
  const script = `
    const { openDatabase } = await import("#server/db/open.ts");
    const { sendLetter } = await import("#server/platform/letters/send-letter.ts");
    const { createSmtpMail } = await import("#server/outside/mail/smtp-mail.ts");
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const { kysely: db } = openDatabase({ url: ${JSON.stringify(database.url)}, log });
    const smtp = createSmtpMail({ smtpUrl: "smtp://127.0.0.1:${port}", from: "mail@sampan.example" });
    const send = async (letter) => {
      ${moment === "after" ? "await smtp.send(letter);" : ""}
      ${die}
    };
    const sender = ${JSON.stringify(sender)};
    const parts = { db, mail: { send }, sender, secret: ${JSON.stringify(secret)}, now: () => new Date() };
    await sendLetter(parts, ${JSON.stringify(id)});`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: process.cwd(),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [, signal] = await once(child, "exit");
  expect(signal).toBe("SIGKILL");
}
