// Draws the mailbox's pages: a list, one letter in a closed frame, and a page for what is not there.
import { createHash } from "node:crypto";
import type { Email } from "./email-queries.ts";
import { styles } from "./styles.ts";

/** A page and the policy it must be served with. */
export type Page = { html: string; contentSecurityPolicy: string };

const stylesHash = `'sha256-${createHash("sha256").update(styles).digest("base64")}'`;

// A letter brings its own inline styles, and its frame inherits the policy of the page around it.
const policyWith = (styleSource: string) =>
  `default-src 'none'; style-src ${styleSource}; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const listPolicy = policyWith(stylesHash);
const emailPolicy = policyWith("'unsafe-inline'");

/** The list, newest first, with a link to older letters when there are any. */
export function renderListPage(
  emails: Email[],
  view: { path: string; to?: string | undefined; olderBefore?: number | undefined },
): Page {
  const older = new URLSearchParams();
  if (view.to) older.set("to", view.to);
  if (view.olderBefore) older.set("before", String(view.olderBefore));
  const body = `
    <header>
      <h1>Mailbox</h1>
      <form method="get" action="${escape(view.path)}" role="search">
        <label for="to">Recipient</label>
        <input id="to" name="to" type="search" value="${escape(view.to ?? "")}" placeholder="Every address" autocomplete="off">
        <button>Show</button>
        <a class="button" href="${escape(view.path)}">Newest</a>
      </form>
    </header>
    <main>
      ${emails.length === 0 ? renderNothing(view.to) : `<ol class="letters">${emails.map((message) => renderRow(message, view.path)).join("")}</ol>`}
      ${view.olderBefore ? `<p class="more"><a class="button" href="${escape(`${view.path}?${older.toString()}`)}">Older letters</a></p>` : ""}
    </main>`;
  return { html: frame("Mailbox", body), contentSecurityPolicy: listPolicy };
}

/** One letter: its HTML in a frame that runs no script and loads nothing, or its plain text. */
export function renderEmailPage(
  message: Email,
  view: { path: string; view: "html" | "text" },
): Page {
  const address = `${view.path}/${encodeURIComponent(message.id)}`;
  const tab = (name: "html" | "text", label: string, query: string) =>
    `<a href="${escape(address + query)}"${view.view === name ? ' aria-current="page"' : ""}>${label}</a>`;
  const body = `
    <header>
      <a class="button" href="${escape(view.path)}">All letters</a>
      <h1>${escape(message.subject || "(no subject)")}</h1>
      <dl>
        <div><dt>From</dt><dd>${escape(message.from)}</dd></div>
        <div><dt>To</dt><dd>${escape(message.to)}</dd></div>
        <div><dt>Sent</dt><dd>${renderTime(message.sentAt)}</dd></div>
      </dl>
      <nav aria-label="View">${tab("html", "Letter", "")}${tab("text", "Plain text", "?view=text")}</nav>
    </header>
    <main class="letter">${view.view === "text" ? `<pre tabindex="0">${renderText(message.text)}</pre>` : renderFrame(message)}</main>`;
  return { html: frame(message.subject, body), contentSecurityPolicy: emailPolicy };
}

/** What is shown for a letter that is not, or no longer, here. */
export function renderMissingPage(path: string): Page {
  const body = `
    <main class="nothing">
      <h1>No such letter</h1>
      <p>It may have made room for newer ones. <a href="${escape(path)}">See all letters</a></p>
    </main>`;
  return { html: frame("No such letter", body), contentSecurityPolicy: listPolicy };
}

function renderRow(message: Email, path: string): string {
  return `
    <li><a href="${escape(`${path}/${encodeURIComponent(message.id)}`)}">
      <span class="to">${escape(message.to)}</span>
      ${renderTime(message.sentAt)}
      <strong>${escape(message.subject || "(no subject)")}</strong>
      <span class="start">${escape(firstWords(message.text))}</span>
    </a></li>`;
}

function renderNothing(to: string | undefined): string {
  const sentence = to ? `No letter to ${escape(to)} yet.` : "No letters yet.";
  return `<p class="nothing">${sentence} What is sent arrives here within seconds.</p>`;
}

function renderFrame(message: Email): string {
  const content = `<base target="_top">${message.html}`;
  return `<iframe title="The letter" referrerpolicy="no-referrer"
    sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
    srcdoc="${escape(content)}"></iframe>`;
}

function renderText(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1
        ? `<a href="${escape(part)}" rel="noreferrer">${escape(part)}</a>`
        : escape(part),
    )
    .join("");
}

function renderTime(sentAt: string): string {
  return `<time datetime="${escape(sentAt)}">${escape(sentAt.slice(0, 19).replace("T", " "))} UTC</time>`;
}

function firstWords(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 140 ? `${line.slice(0, 139)}…` : line;
}

function frame(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<style>${styles}</style>
</head>
<body>${body}</body>
</html>`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
