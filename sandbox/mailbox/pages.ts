import { createHash } from "node:crypto";
import type { Email } from "./email-queries.ts";
import { styles } from "./styles.ts";

export type Page = { html: string; contentSecurityPolicy: string };

const stylesHash = `'sha256-${createHash("sha256").update(styles).digest("base64")}'`;

// Emails have inline styles, and the iframe inherits the policy of the page around it.
const policyWith = (styleSource: string) =>
  `default-src 'none'; style-src ${styleSource}; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const listPolicy = policyWith(stylesHash);
const emailPolicy = policyWith("'unsafe-inline'");

export function renderListPage(
  emails: Email[],
  view: { path: string; to?: string | undefined; olderBefore?: number | undefined },
): Page {
  const older = new URLSearchParams();
  if (view.to) older.set("to", view.to);
  if (view.olderBefore) older.set("before", String(view.olderBefore));
  const body = `
    <header>
      <h1>Emails</h1>
      <form method="get" action="${escape(view.path)}" role="search">
        <label for="to">Recipient</label>
        <input id="to" name="to" type="search" value="${escape(view.to ?? "")}" placeholder="All recipients" autocomplete="off">
        <button>Show</button>
        <a class="button" href="${escape(view.path)}">Newest</a>
      </form>
    </header>
    <main>
      ${emails.length === 0 ? renderEmpty(view.to) : `<ol class="emails">${emails.map((email) => renderRow(email, view.path)).join("")}</ol>`}
      ${view.olderBefore ? `<p class="more"><a class="button" href="${escape(`${view.path}?${older.toString()}`)}">Older emails</a></p>` : ""}
    </main>`;
  return { html: page("Emails", body), contentSecurityPolicy: listPolicy };
}

/** One email: its HTML in an iframe that runs no script and loads nothing, or its plain text. */
export function renderEmailPage(email: Email, view: { path: string; view: "html" | "text" }): Page {
  const address = `${view.path}/${encodeURIComponent(email.id)}`;
  const tab = (name: "html" | "text", label: string, query: string) =>
    `<a href="${escape(address + query)}"${view.view === name ? ' aria-current="page"' : ""}>${label}</a>`;
  const body = `
    <header>
      <a class="button" href="${escape(view.path)}">All emails</a>
      <h1>${escape(email.subject || "(no subject)")}</h1>
      <dl>
        <div><dt>From</dt><dd>${escape(email.from)}</dd></div>
        <div><dt>To</dt><dd>${escape(email.to)}</dd></div>
        <div><dt>Sent</dt><dd>${renderTime(email.sentAt)}</dd></div>
      </dl>
      <nav aria-label="View">${tab("html", "HTML", "")}${tab("text", "Plain text", "?view=text")}</nav>
    </header>
    <main class="email">${view.view === "text" ? `<pre tabindex="0">${renderText(email.text)}</pre>` : renderHtml(email)}</main>`;
  return { html: page(email.subject, body), contentSecurityPolicy: emailPolicy };
}

export function renderMissingPage(path: string): Page {
  const body = `
    <main class="empty">
      <h1>Email not found</h1>
      <p>It may have been deleted to make room for newer ones. <a href="${escape(path)}">See all emails</a></p>
    </main>`;
  return { html: page("Email not found", body), contentSecurityPolicy: listPolicy };
}

function renderRow(email: Email, path: string): string {
  return `
    <li><a href="${escape(`${path}/${encodeURIComponent(email.id)}`)}">
      <span class="to">${escape(email.to)}</span>
      ${renderTime(email.sentAt)}
      <strong>${escape(email.subject || "(no subject)")}</strong>
      <span class="excerpt">${escape(excerptOf(email.text))}</span>
    </a></li>`;
}

function renderEmpty(to: string | undefined): string {
  const sentence = to ? `No emails to ${escape(to)} yet.` : "No emails yet.";
  return `<p class="empty">${sentence} Emails that are sent appear here within seconds.</p>`;
}

function renderHtml(email: Email): string {
  const content = `<base target="_top">${email.html}`;
  return `<iframe title="Email" referrerpolicy="no-referrer"
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

function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 140 ? `${line.slice(0, 139)}…` : line;
}

function page(title: string, body: string): string {
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
