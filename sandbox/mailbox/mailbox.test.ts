import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import { createMailbox, type Mailbox, type IncomingEmail } from "./mailbox.ts";

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

function email(changes: Partial<IncomingEmail> = {}): IncomingEmail {
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

test.runIf(isLongRun)("an email delivered twice with the same id is stored once", async () => {
  await mailbox.deliver(email());
  await mailbox.deliver(email({ subject: "Another" }));
  expect(mailbox.list().map((email) => email.subject)).toEqual(["Hello"]);
});

test("the JSON lists emails newest first", async () => {
  await mailbox.deliver(email({ id: "a", subject: "First" }));
  await mailbox.deliver(email({ id: "b", subject: "Second", to: "Bob@example.com" }));
  const emails = (await (await get("/mail.json")).json()) as IncomingEmail[];
  expect(emails.map((email) => email.subject)).toEqual(["Second", "First"]);
  expect(emails[1]).toEqual({
    id: "a",
    from: "shop@example.com",
    to: "ann@example.com",
    subject: "First",
    text: email().text,
    html: email().html,
    sentAt: "2026-03-01T10:20:30.000Z",
  });
  const toBob = await (await get("/mail.json?to=bob@example.com&limit=5")).json();
  expect(toBob).toHaveLength(1);
});

test.runIf(isLongRun)("the newest thousand stay", async () => {
  for (let number = 1; number <= 1003; number += 1) {
    await mailbox.deliver(email({ id: `n${number}` }));
  }
  const emails = mailbox.list();
  expect(emails).toHaveLength(1000);
  expect(emails[0]?.id).toBe("n1003");
  expect(emails.at(-1)?.id).toBe("n4");
});

test.runIf(isLongRun)("the list links to older emails page by page", async () => {
  for (let number = 1; number <= 60; number += 1) {
    await mailbox.deliver(email({ id: `n${number}`, subject: `Email ${number}.` }));
  }
  const first = await (await get("/mail")).text();
  expect(first).toContain("Email 60.");
  expect(first).not.toContain("Email 10.");
  const older = first.match(/href="([^"]*before=\d+)"/)?.[1] ?? "";
  const second = await (await get(older)).text();
  expect(second).toContain("Email 10.");
  expect(second).not.toContain("before=");
});

test.runIf(isLongRun)(
  "an email opens in an iframe that cannot run scripts, and its links leave the iframe",
  async () => {
    await mailbox.deliver(email());
    const response = await get("/mail/one");
    const page = await response.text();
    const sandbox = page.match(/sandbox="([^"]*)"/)?.[1] ?? "";
    expect(sandbox).toContain("allow-top-navigation-by-user-activation");
    expect(sandbox).not.toMatch(/allow-scripts|allow-same-origin|allow-forms/);
    expect(page).toContain("https://example.com/#token=1");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("content-security-policy")).not.toContain("script-src");
  },
);

test.runIf(isLongRun)(
  "markup in an address, a subject or a text is escaped, and cannot break out of the iframe",
  async () => {
    const script = `"><script>alert(1)</script>`;
    await mailbox.deliver(
      email({ id: script, to: script, subject: script, text: script, html: script }),
    );
    const address = `/mail/${encodeURIComponent(script)}`;
    for (const path of ["/mail", address, `${address}?view=text`]) {
      const page = await (await get(path)).text();
      expect(page, path).not.toContain("<script");
      expect(page, path).toContain("&lt;script&gt;");
    }
  },
);

test.runIf(isLongRun)("the text view turns URLs into links", async () => {
  await mailbox.deliver(email());
  const page = await (await get("/mail/one?view=text")).text();
  expect(page).toContain('href="https://example.com/a?b=1&amp;c=2#d"');
});

test.runIf(isLongRun)(
  "an unknown email, a malformed path and other methods get an error status",
  async () => {
    expect((await get("/mail/none")).status).toBe(404);
    expect((await get("/mail/%E0%A4%A")).status).toBe(404);
    expect((await get("/other")).status).toBe(404);
    const posted = await mailbox.fetch(new Request("http://localhost/mail", { method: "POST" }));
    expect(posted.status).toBe(405);
  },
);

test.runIf(isLongRun)(
  "an email without a recipient or an id is rejected with the missing field",
  async () => {
    await expect(mailbox.deliver(email({ id: "" }))).rejects.toThrow(/id/);
    const withoutRecipient = { ...email(), to: undefined } as unknown as IncomingEmail;
    await expect(mailbox.deliver(withoutRecipient)).rejects.toThrow(/'to'/);
  },
);

test.runIf(isLongRun)(
  "a delivered email survives an immediate kill of its process, while another one has the file open",
  () => {
    const script = `
    const { createMailbox } = await import(${JSON.stringify(join(import.meta.dirname, "mailbox.ts"))});
    const mailbox = createMailbox({ dataFile: ${JSON.stringify(join(folder, "mail.sqlite"))} });
    await mailbox.deliver(${JSON.stringify(email({ id: "killed" }))});
    process.kill(process.pid, "SIGKILL");`;
    const child = spawnSync(process.execPath, ["--input-type=module", "-e", script]);
    expect(child.signal).toBe("SIGKILL");
    expect(mailbox.list().map((email) => email.id)).toEqual(["killed"]);
  },
);
