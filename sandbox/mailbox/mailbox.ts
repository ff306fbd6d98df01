// A mail provider for development: stores emails, and shows them in a browser or as JSON.
import { createEmailStore, type Email } from "./email-queries.ts";
import { renderEmailPage, renderListPage, renderMissingPage, type Page } from "./pages.ts";

/** A second email with the same id is ignored. */
export type IncomingEmail = Omit<Email, "number" | "sentAt">;

export type Mailbox = {
  /** Resolves when the email is on disk. */
  deliver(email: IncomingEmail): Promise<void>;
  /** Newest first; `to` is one recipient, case-insensitive. */
  list(filter?: { to?: string; limit?: number }): Email[];
  /** Serves `{path}`, `{path}/{id}` and `{path}.json`; everything else is 404. */
  fetch(request: Request): Promise<Response>;
  close(): void;
};

const emailsPerPage = 50;
const maxEmails = 1000;

/**
 * Opens a mailbox that stores the newest 1,000 emails in the SQLite file `dataFile`, which several processes may have open.
 * `path` is where its pages are mounted.
 */
export function createMailbox(options: {
  dataFile: string;
  path?: string;
  now?: () => Date;
}): Mailbox {
  const path = options.path ?? "/sandbox/mail";
  const now = options.now ?? (() => new Date());
  const store = createEmailStore(options.dataFile, maxEmails);

  return {
    async deliver(email) {
      checkEmail(email);
      store.add(email, now());
    },
    list: ({ to, limit } = {}) => store.newest({ to, limit: limit ?? maxEmails }),
    async fetch(request) {
      if (request.method !== "GET" && request.method !== "HEAD") {
        return new Response("The mailbox is read-only.", {
          status: 405,
          headers: { allow: "GET, HEAD" },
        });
      }
      const url = new URL(request.url);
      const response = respond(url);
      return request.method === "HEAD" ? new Response(null, response) : response;
    },
    close: store.close,
  };

  function respond(url: URL): Response {
    if (url.pathname === `${path}.json`) return listAsJson(url);
    if (url.pathname === path || url.pathname === `${path}/`) return listAsPage(url);
    if (url.pathname.startsWith(`${path}/`)) {
      const email = store.find(decodeSegment(url.pathname.slice(path.length + 1)));
      if (email) {
        const view = url.searchParams.get("view") === "text" ? "text" : "html";
        return asResponse(renderEmailPage(email, { path, view }), 200);
      }
    }
    return asResponse(renderMissingPage(path), 404);
  }

  function listAsJson(url: URL): Response {
    const limit = positiveInteger(url.searchParams.get("limit")) ?? maxEmails;
    const emails = store.newest({ to: url.searchParams.get("to") ?? undefined, limit });
    return Response.json(
      emails.map(({ number: _number, ...email }) => email),
      { headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" } },
    );
  }

  function listAsPage(url: URL): Response {
    const to = url.searchParams.get("to")?.trim() || undefined;
    const before = positiveInteger(url.searchParams.get("before"));
    const emails = store.newest({ to, before, limit: emailsPerPage + 1 });
    const shown = emails.slice(0, emailsPerPage);
    const olderBefore = emails.length > emailsPerPage ? shown.at(-1)?.number : undefined;
    return asResponse(renderListPage(shown, { path, to, olderBefore }), 200);
  }
}

function checkEmail(email: IncomingEmail): void {
  for (const field of ["id", "from", "to", "subject", "text", "html"] as const) {
    if (typeof email[field] !== "string") {
      throw new TypeError(`An email needs a string in '${field}', not ${typeof email[field]}.`);
    }
  }
  if (email.id === "") throw new TypeError("An email needs an id that is not empty.");
}

function asResponse(page: Page, status: number): Response {
  return new Response(page.html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": page.contentSecurityPolicy,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
    },
  });
}

function positiveInteger(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}
