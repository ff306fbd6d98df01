// A stand-in for a mail provider: takes letters in, keeps them, and shows them in a browser or as JSON.
import { createEmailStore, type Email } from "./email-queries.ts";
import { renderEmailPage, renderListPage, renderMissingPage, type Page } from "./pages.ts";

/** A letter on its way in. `id` names it for good: the same id twice is one letter. */
export type Message = {
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
};

export type Mailbox = {
  /** Stores a letter durably before it returns; a letter whose id is already here is left as it was. */
  deliver(message: Message): Promise<void>;
  /** The kept letters, newest first; `to` narrows them to one recipient, any case. */
  list(filter?: { to?: string; limit?: number }): Email[];
  /** Serves `{path}`, `{path}/{id}` and `{path}.json`; everything else is 404. */
  fetch(request: Request): Promise<Response>;
  /** Lets go of the file. */
  close(): void;
};

const emailsPerPage = 50;
const emailsKept = 1000;

/**
 * Opens a mailbox whose letters live in the SQLite file `dataFile`, of which the newest 1,000 are kept.
 * Several processes may hold the same file open. `path` is where its pages are mounted.
 */
export function createMailbox(options: {
  dataFile: string;
  path?: string;
  now?: () => Date;
}): Mailbox {
  const path = options.path ?? "/sandbox/mail";
  const now = options.now ?? (() => new Date());
  const store = createEmailStore(options.dataFile, emailsKept);

  return {
    async deliver(message) {
      checkMessage(message);
      store.add(message, now());
    },
    list: ({ to, limit } = {}) => store.newest({ to, limit: limit ?? emailsKept }),
    async fetch(request) {
      if (request.method !== "GET" && request.method !== "HEAD") {
        return new Response("Only reading is possible here.", {
          status: 405,
          headers: { allow: "GET, HEAD" },
        });
      }
      const url = new URL(request.url);
      const response = answer(url);
      return request.method === "HEAD" ? new Response(null, response) : response;
    },
    close: store.close,
  };

  function answer(url: URL): Response {
    if (url.pathname === `${path}.json`) return listAsJson(url);
    if (url.pathname === path || url.pathname === `${path}/`) return listAsPage(url);
    if (url.pathname.startsWith(`${path}/`)) {
      const message = store.find(decodeSegment(url.pathname.slice(path.length + 1)));
      if (message) {
        const view = url.searchParams.get("view") === "text" ? "text" : "html";
        return asResponse(renderEmailPage(message, { path, view }), 200);
      }
    }
    return asResponse(renderMissingPage(path), 404);
  }

  function listAsJson(url: URL): Response {
    const limit = positiveInteger(url.searchParams.get("limit")) ?? emailsKept;
    const emails = store.newest({ to: url.searchParams.get("to") ?? undefined, limit });
    return Response.json(
      emails.map(({ number: _number, ...message }) => message),
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

function checkMessage(message: Message): void {
  for (const field of ["id", "from", "to", "subject", "text", "html"] as const) {
    if (typeof message[field] !== "string") {
      throw new TypeError(`A letter needs a text in '${field}', not ${typeof message[field]}.`);
    }
  }
  if (message.id === "") throw new TypeError("A letter needs an id that is not empty.");
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
