// Shows that the mailbox keeps letters once, newest first, through a crash, and shows untrusted ones safely.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMailbox, type Mailbox, type Message } from "./mailbox.ts";

let folder: string;
let mailbox: Mailbox;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mailbox-"));
  mailbox = createMailbox({
    dataFile: join(folder, "mail.sqlite"),
    path: "/mail",
    now: () => new Date("2026-03-01T10:20:30Z"),
  });
});

afterEach(() => {
  mailbox.close();
  rmSync(folder, { recursive: true });
});

function message(changes: Partial<Message> = {}): Message {
  return {
    id: "one",
    from: "shop@example.com",
    to: "ann@example.com",
    subject: "Hello",
    text: "Open https://example.com/a?b=1&c=2#d now",
    html: '<p>Hello <a href="https://example.com/#token=1">open</a></p>',
    ...changes,
  };
}

const get = (path: string) => mailbox.fetch(new Request(`http://localhost${path}`));

test("a letter delivered twice under one id is kept once, as it first came", async () => {
  await mailbox.deliver(message());
  await mailbox.deliver(message({ subject: "Another" }));
  expect(mailbox.list().map((message) => message.subject)).toEqual(["Hello"]);
});

test("the JSON lists letters newest first with what a reader needs", async () => {
  await mailbox.deliver(message({ id: "a", subject: "First" }));
  await mailbox.deliver(message({ id: "b", subject: "Second", to: "Bob@example.com" }));
  const emails = (await (await get("/mail.json")).json()) as Message[];
  expect(emails.map((message) => message.subject)).toEqual(["Second", "First"]);
  expect(emails[1]).toEqual({
    id: "a",
    from: "shop@example.com",
    to: "ann@example.com",
    subject: "First",
    text: message().text,
    html: message().html,
    sentAt: "2026-03-01T10:20:30.000Z",
  });
  const toBob = await (await get("/mail.json?to=bob@example.com&limit=5")).json();
  expect(toBob).toHaveLength(1);
});

test("the newest thousand stay", async () => {
  for (let number = 1; number <= 1003; number += 1) {
    await mailbox.deliver(message({ id: `n${number}` }));
  }
  const emails = mailbox.list();
  expect(emails).toHaveLength(1000);
  expect(emails[0]?.id).toBe("n1003");
  expect(emails.at(-1)?.id).toBe("n4");
});

test("the list leads to older letters page by page", async () => {
  for (let number = 1; number <= 60; number += 1) {
    await mailbox.deliver(message({ id: `n${number}`, subject: `Letter ${number}.` }));
  }
  const first = await (await get("/mail")).text();
  expect(first).toContain("Letter 60.");
  expect(first).not.toContain("Letter 10.");
  const older = first.match(/href="([^"]*before=\d+)"/)?.[1] ?? "";
  const second = await (await get(older)).text();
  expect(second).toContain("Letter 10.");
  expect(second).not.toContain("before=");
});

test("a letter opens in a frame that cannot run scripts and may lead out of it", async () => {
  await mailbox.deliver(message());
  const response = await get("/mail/one");
  const page = await response.text();
  const sandbox = page.match(/sandbox="([^"]*)"/)?.[1] ?? "";
  expect(sandbox).toContain("allow-top-navigation-by-user-activation");
  expect(sandbox).not.toMatch(/allow-scripts|allow-same-origin|allow-forms/);
  expect(page).toContain("https://example.com/#token=1");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(response.headers.get("content-security-policy")).not.toContain("script-src");
});

test("markup in an address, a subject or a text stays text, and a frame cannot be broken out of", async () => {
  const script = `"><script>alert(1)</script>`;
  await mailbox.deliver(
    message({ id: script, to: script, subject: script, text: script, html: script }),
  );
  const address = `/mail/${encodeURIComponent(script)}`;
  for (const path of ["/mail", address, `${address}?view=text`]) {
    const page = await (await get(path)).text();
    expect(page, path).not.toContain("<script");
    expect(page, path).toContain("&lt;script&gt;");
  }
});

test("the text view makes the links of a letter links", async () => {
  await mailbox.deliver(message());
  const page = await (await get("/mail/one?view=text")).text();
  expect(page).toContain('href="https://example.com/a?b=1&amp;c=2#d"');
});

test("an unknown letter, a broken address and another method are refused plainly", async () => {
  expect((await get("/mail/none")).status).toBe(404);
  expect((await get("/mail/%E0%A4%A")).status).toBe(404);
  expect((await get("/other")).status).toBe(404);
  const posted = await mailbox.fetch(new Request("http://localhost/mail", { method: "POST" }));
  expect(posted.status).toBe(405);
});

test("a letter without a recipient or an id is refused with what is missing", async () => {
  await expect(mailbox.deliver(message({ id: "" }))).rejects.toThrow(/id/);
  const withoutRecipient = { ...message(), to: undefined } as unknown as Message;
  await expect(mailbox.deliver(withoutRecipient)).rejects.toThrow(/'to'/);
});

test("a delivered letter survives a process that is killed at once, while another holds the file", () => {
  const script = `
    const { createMailbox } = await import(${JSON.stringify(join(import.meta.dirname, "mailbox.ts"))});
    const mailbox = createMailbox({ dataFile: ${JSON.stringify(join(folder, "mail.sqlite"))} });
    await mailbox.deliver(${JSON.stringify(message({ id: "killed" }))});
    process.kill(process.pid, "SIGKILL");`;
  const child = spawnSync(process.execPath, ["--input-type=module", "-e", script]);
  expect(child.signal).toBe("SIGKILL");
  expect(mailbox.list().map((message) => message.id)).toEqual(["killed"]);
});
