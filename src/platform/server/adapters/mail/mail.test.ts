import type { SMTPServerOptions } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { mailServer } from "#test/mail-server.ts";
import { createMailboxMail } from "./mail.ts";
import { renderEmail } from "./render-email.ts";
import { createSmtpMail } from "./smtp-mail.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function smtpMail(options: SMTPServerOptions = {}) {
  const { port, received, close } = await mailServer(0, options);
  cleanUps.push(close);
  const mail = createSmtpMail({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: "Sampan <mail@sampan.example>",
  });
  cleanUps.push(() => mail.close());
  return { mail, received };
}

const email = {
  id: "6c1d6f4e-0001-4000-8000-000000000001",
  to: "ann@example.com",
  subject: "Hello",
  text: "Plain text",
  html: "<p>HTML text</p>",
  photos: [],
};

const sender = {
  brandName: "Sampan",
  siteUrl: "https://sampan.example",
  supportEmail: "help@sampan.example",
};

const content = {
  language: "en" as const,
  subject: "Your plan",
  preview: "It is active",
  heading: "Welcome to Sampan",
  paragraphs: ["One.", "Two."],
  facts: [{ label: "Price", value: "$129.00" }],
  button: { label: "Open", url: "https://sampan.example/auth/callback#access_token=a&type=signup" },
  notes: ["Ignore this if it was not you."],
};

test("an email reaches the server with a message id that stays the same over retries", async () => {
  const { mail, received } = await smtpMail();
  expect(await mail.send(email)).toEqual({ outcome: "sent" });
  await mail.send(email);
  expect(received).toHaveLength(2);
  for (const { recipients, source } of received) {
    expect(recipients).toEqual(["ann@example.com"]);
    expect(source).toContain(`Message-ID: <${email.id}@sampan.example>`);
    expect(source).toContain("From: Sampan <mail@sampan.example>");
    expect(source).toContain("Plain text");
    expect(source).toContain("HTML text");
  }
});

test("an email that can be turned off says so to mail programs, and others do not", async () => {
  const { mail, received } = await smtpMail();
  await mail.send({ ...email, unsubscribeUrl: "https://sampan.example/unsubscribe/a.b" });
  await mail.send(email);
  const [first, second] = received.map(({ source }) => source.replaceAll(/\r\n\s+/g, " "));
  expect(first).toContain("List-Unsubscribe: <https://sampan.example/unsubscribe/a.b>");
  expect(first).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  expect(second).not.toContain("List-Unsubscribe");
});

test("a subject cannot add a header, and an address cannot add a second recipient", async () => {
  const { mail, received } = await smtpMail();
  await mail.send({ ...email, subject: "Hello\r\nBcc: eve@example.com" });
  await mail.send({ ...email, to: "ann@example.com, eve@example.com" }).catch(() => undefined);
  expect(received[0]?.source).not.toMatch(/^Bcc:/m);
  expect(received.flatMap(({ recipients }) => recipients)).not.toContain("eve@example.com");
});

test("a permanent rejection of the recipient is a result, a temporary one an error", async () => {
  const rejectWith = (responseCode: number): SMTPServerOptions => ({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error("No such mailbox"), { responseCode })),
  });
  const permanent = await smtpMail(rejectWith(550));
  expect(await permanent.mail.send(email)).toMatchObject({
    outcome: "rejected",
    reason: expect.stringContaining("No such mailbox"),
  });
  const temporary = await smtpMail(rejectWith(451));
  await expect(temporary.mail.send(email)).rejects.toThrow(/No such mailbox/);
});

test("a rejected sender and an unreachable server are errors to retry", async () => {
  const { mail } = await smtpMail({
    onMailFrom: (_address, _session, done) =>
      done(Object.assign(new Error("Sender unknown"), { responseCode: 553 })),
  });
  await expect(mail.send(email)).rejects.toThrow(/Sender unknown/);
  const unreachable = createSmtpMail({
    smtpUrl: "smtp://127.0.0.1:1",
    from: "mail@sampan.example",
  });
  cleanUps.push(() => unreachable.close());
  await expect(unreachable.send(email)).rejects.toThrow(/ECONNREFUSED/);
});

test("without a mail server emails are delivered to the mailbox, with their sender", async () => {
  const stored: object[] = [];
  const mail = createMailboxMail({
    from: "mail@sampan.example",
    mailbox: { deliver: async (delivered) => void stored.push(delivered) },
  });
  expect(await mail.send(email)).toEqual({ outcome: "sent" });
  const { photos: _, ...plain } = email;
  expect(stored).toEqual([{ ...plain, from: "mail@sampan.example" }]);
});

const photo = { key: "parcel-images/1.webp", contentId: "photo-1", bytes: Buffer.from("JPEG") };

test("a photo is shown beside its item, from the email itself, and an item without one stands alone", async () => {
  const item = { title: "SF1", url: "https://sampan.example/p/1", details: ["1.2 kg"] };
  const items = [
    { ...item, photoKey: photo.key },
    { ...item, title: "SF2", photoKey: "gone" },
  ];
  const { html, text } = await renderEmail({ ...content, items }, sender, [photo]);
  expect(html.match(/<img[^>]*>/g)).toEqual([expect.stringContaining('src="cid:photo-1"')]);
  expect(text).toContain("SF2\n1.2 kg\nhttps://sampan.example/p/1");
  const withPhoto = { ...email, html, photos: [photo] };
  const { mail, received } = await smtpMail();
  await mail.send(withPhoto);
  expect(received[0]?.source).toMatch(/Content-Id: <photo-1>/i);
  expect(received[0]?.source).toContain(photo.bytes.toString("base64"));
  const stored: { html: string }[] = [];
  await createMailboxMail({
    from: "mail@sampan.example",
    mailbox: { deliver: async (delivered) => void stored.push(delivered) },
  }).send(withPhoto);
  expect(stored[0]?.html).toContain(
    `src="data:image/jpeg;base64,${photo.bytes.toString("base64")}"`,
  );
});

test("HTML and plain text have the same content, links included", async () => {
  const { subject, text, html } = await renderEmail(content, sender);
  expect(subject).toBe("Your plan");
  for (const part of [
    "Welcome to Sampan",
    "One.",
    "Two.",
    "$129.00",
    "Ignore this",
    "help@sampan.example",
    "https://sampan.example/terms",
    "https://sampan.example/privacy",
  ]) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  expect(text).toContain(`Open:\n${content.button.url}\n`);
  expect(html).toContain(`href="${content.button.url.replaceAll("&", "&amp;")}"`);
});

test("an email loads nothing from elsewhere and contains no script", async () => {
  const { html } = await renderEmail(content, sender);
  expect(html).not.toMatch(/<script|<img|@import|googleapis|<link/i);
});

test("markup in any part of an email is escaped", async () => {
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

test("a link that is not http or https is rejected", async () => {
  for (const url of ["javascript:alert(1)", "/relative", "", "data:text/html,x"]) {
    const button = { label: "Open", url };
    await expect(renderEmail({ ...content, button }, sender)).rejects.toThrow(/http or https/);
  }
});
