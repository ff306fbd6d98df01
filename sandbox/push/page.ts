// The sandbox's page: what devices were sent, newest first.
import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import type { ReceivedMessage } from "./push-store.ts";

const styles = `
:root { color-scheme: light dark; --page: light-dark(#f4f6f8, #12171c); --card: light-dark(#ffffff, #1a2128);
  --ink: light-dark(#18232d, #e8edf1); --quiet: light-dark(#566572, #9fb0bd); --line: light-dark(#dbe2e8, #2e3943); }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 48rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 3rem; display: grid; gap: 1rem; }
h1, p { margin: 0; }
h1 { font-size: 1.5rem; }
ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.75rem; }
li { padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card); }
li, p { overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-size: 0.875rem; }
`;

const stylesHash = createHash("sha256").update(styles).digest("base64");

/** The page may use its own styles and nothing else. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${stylesHash}'; base-uri 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

function row({ text, deviceId, receivedAt, urgency }: ReceivedMessage) {
  return html`<li>
    <p>${text}</p>
    <p class="quiet">
      <time datetime="${receivedAt}">${receivedAt.slice(0, 19).replace("T", " ")} UTC</time> ·
      device ${deviceId} · ${urgency}
    </p>
  </li>`;
}

export function renderPage(messages: readonly ReceivedMessage[]) {
  const list =
    messages.length === 0
      ? html`<p>No messages yet.</p>`
      : html`<ol>
          ${messages.map(row)}
        </ol>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Push messages</title>
        <style>
          ${raw(styles)}
        </style>
      </head>
      <body>
        <main>
          <h1>Push messages</h1>
          <p class="quiet">
            Messages to devices of this sandbox, decrypted. Browsers have push services of their
            own, so theirs are not here.
          </p>
          ${list}
        </main>
      </body>
    </html>`;
}
