// Shows what reaches a real mail server, what it refuses, and what a letter looks like in both forms.
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { createMailboxMail } from "./mailbox-mail.ts";
import { renderEmail } from "./render-email.ts";
import { createSmtpMail } from "./smtp-mail.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function mailServer(options: SMTPServerOptions = {}) {
  const received: { recipients: string[]; source: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.push({
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  cleanUps.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const mail = createSmtpMail({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: "Sampan <mail@sampan.example>",
  });
  cleanUps.push(() => mail.close());
  return { mail, received };
}

const message = {
  id: "6c1d6f4e-0001-4000-8000-000000000001",
  to: "ann@example.com",
  subject: "Hello",
  text: "Plain words",
  html: "<p>Drawn words</p>",
};

const sender = {
  brandName: "Sampan",
  siteUrl: "https://sampan.example",
  supportEmail: "help@sampan.example",
};

const content = {
  subject: "Your plan",
  preview: "It has begun",
  heading: "Welcome aboard",
  paragraphs: ["One.", "Two."],
  facts: [{ label: "Price", value: "$129.00" }],
  button: { label: "Open", url: "https://sampan.example/auth/callback#access_token=a&type=signup" },
  notes: ["Ignore this if it was not you."],
};

test("a letter reaches the server once, with a message id that stays the same over retries", async () => {
  const { mail, received } = await mailServer();
  expect(await mail.send(message)).toEqual({ outcome: "sent" });
  await mail.send(message);
  expect(received).toHaveLength(2);
  for (const { recipients, source } of received) {
    expect(recipients).toEqual(["ann@example.com"]);
    expect(source).toContain(`Message-ID: <${message.id}@sampan.example>`);
    expect(source).toContain("From: Sampan <mail@sampan.example>");
    expect(source).toContain("Plain words");
    expect(source).toContain("Drawn words");
  }
});

test("a subject cannot add a header, nor an address a second recipient", async () => {
  const { mail, received } = await mailServer();
  await mail.send({ ...message, subject: "Hello\r\nBcc: eve@example.com" });
  await mail.send({ ...message, to: "ann@example.com, eve@example.com" }).catch(() => undefined);
  expect(received[0]?.source).not.toMatch(/^Bcc:/m);
  expect(received.flatMap(({ recipients }) => recipients)).not.toContain("eve@example.com");
});

test("a recipient refused for good is told as refused, one refused for now is an error", async () => {
  const rejectWith = (responseCode: number): SMTPServerOptions => ({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error("No such mailbox"), { responseCode })),
  });
  const forGood = await mailServer(rejectWith(550));
  expect(await forGood.mail.send(message)).toMatchObject({
    outcome: "refused",
    reason: expect.stringContaining("No such mailbox"),
  });
  const forNow = await mailServer(rejectWith(451));
  await expect(forNow.mail.send(message)).rejects.toThrow(/No such mailbox/);
});

test("a refused sender and a server that is not there are errors to try again", async () => {
  const { mail } = await mailServer({
    onMailFrom: (_address, _session, done) =>
      done(Object.assign(new Error("Sender unknown"), { responseCode: 553 })),
  });
  await expect(mail.send(message)).rejects.toThrow(/Sender unknown/);
  const nobody = createSmtpMail({ smtpUrl: "smtp://127.0.0.1:1", from: "mail@sampan.example" });
  cleanUps.push(() => nobody.close());
  await expect(nobody.send(message)).rejects.toThrow(/ECONNREFUSED/);
});

test("without a mail server letters end in the mailbox, with their sender", async () => {
  const stored: object[] = [];
  const mail = createMailboxMail({
    from: "mail@sampan.example",
    mailbox: { deliver: async (message) => void stored.push(message) },
  });
  expect(await mail.send(message)).toEqual({ outcome: "sent" });
  expect(stored).toEqual([{ ...message, from: "mail@sampan.example" }]);
});

test("a letter says the same as HTML and as plain text, links included", async () => {
  const { subject, text, html } = await renderEmail(content, sender);
  expect(subject).toBe("Your plan");
  for (const words of [
    "Welcome aboard",
    "One.",
    "Two.",
    "$129.00",
    "Ignore this",
    "help@sampan.example",
  ]) {
    expect(text).toContain(words);
    expect(html).toContain(words);
  }
  expect(text).toContain(`Open:\n${content.button.url}\n`);
  expect(html).toContain(`href="${content.button.url.replaceAll("&", "&amp;")}"`);
});

test("a letter loads nothing from elsewhere and carries no script", async () => {
  const { html } = await renderEmail(content, sender);
  expect(html).not.toMatch(/<script|<img|@import|googleapis|<link/i);
});

test("markup in any part of a letter stays text", async () => {
  const markup = `</mj-text><mj-include path="/etc/passwd"/><script>alert('x')</script>"&`;
  const { html, subject } = await renderEmail(
    {
      ...content,
      subject: `Hi\r\nBcc: x ${markup}`,
      preview: markup,
      heading: markup,
      paragraphs: [markup],
      facts: [{ label: markup, value: markup }],
      notes: [markup],
      button: { label: markup, url: `https://sampan.example/?q="><script>` },
    },
    sender,
  );
  expect(html).not.toMatch(/<script|<mj-|root:/);
  expect(html.split("&lt;script&gt;").length).toBeGreaterThan(6);
  expect(subject).not.toMatch(/[\r\n]/);
});

test("a link that is not http or https is refused", async () => {
  for (const url of ["javascript:alert(1)", "/relative", "", "data:text/html,x"]) {
    const button = { label: "Open", url };
    await expect(renderEmail({ ...content, button }, sender)).rejects.toThrow(/http or https/);
  }
});
