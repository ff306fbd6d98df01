import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Connect, Plugin, ViteDevServer } from "vite";
import { inlineScriptHashes } from "#app/server/http/built-pages.ts";
import type { ApiServer } from "./api-server.ts";
import { fillIn, isEmptyPage } from "./empty-pages.ts";
import { ApiUnavailable, forwardToApi, disconnectSignal, sendResponse } from "./forward.ts";

/** Sources of the API server. */
const serverSources =
  /^(src\/\w+\/(server|rules|contract)|sandbox)\/|^(src\/app\/web\/routes|react-router\.config)\.ts$/;
const testFile = /\.test\.tsx?$/;
/** Paths of modules, which Vite answers. */
const vitePath = /^\/(@|src\/|node_modules\/|build\/vite\/)/;
/** Files saved within this time cause one restart. */
const debounceMilliseconds = 40;
/** Marks requests to Vite itself, which must not be forwarded again. */
const renderHeader = "x-rendered-for";
const renderToken = randomUUID();

type Next = Connect.NextFunction;

function wantsPage({ method, headers }: IncomingMessage): boolean {
  return method === "GET" && (headers.accept ?? "").includes("text/html");
}

/**
 * The server's content security policy with the hashes of this page's scripts, and workers, which Vite's client uses to
 * reconnect.
 */
function policyForPage(policy: string, html: string): string {
  const hashes = inlineScriptHashes([html]).map((hash) => `'${hash}'`);
  const scripts = ["script-src 'self'", ...hashes].join(" ");
  return `${policy.replace(/script-src [^;]*/, () => scripts)}; worker-src blob:`;
}

/** Renders the page in the language of the server's `empty` one. */
async function renderPage(vite: ViteDevServer, incoming: IncomingMessage, empty: string) {
  const listening = vite.httpServer?.address() ?? null;
  if (listening === null || typeof listening === "string") throw new Error("Vite does not listen.");
  const { port, address } = listening;
  const host = address.includes(":") ? `[${address}]` : address;
  const language = /<html[^>]* lang="([^"]+)"/.exec(empty)?.[1] ?? "en";
  const response = await fetch(new URL(incoming.url ?? "/", `http://${host}:${port}`), {
    headers: { accept: "text/html", "accept-language": language, [renderHeader]: renderToken },
  });
  return { status: response.status, html: await response.text() };
}

async function sendPage(
  vite: ViteDevServer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  empty: { answer: IncomingMessage; html: string },
): Promise<void> {
  const rendered = await renderPage(vite, incoming, empty.html);
  const html = fillIn(rendered.html, empty.html);
  const headers: Record<string, string | string[] | undefined> = { ...empty.answer.headers };
  for (const name of ["connection", "keep-alive", "transfer-encoding", "content-length", "etag"]) {
    delete headers[name];
  }
  headers["cache-control"] = "no-store";
  headers["content-security-policy"] = policyForPage(
    empty.answer.headers["content-security-policy"]?.toString() ?? "",
    html,
  );
  const status = rendered.status >= 500 ? rendered.status : (empty.answer.statusCode ?? 200);
  outgoing.writeHead(status, headers).end(html);
}

/** Answers 503 with a refresh, so that the browser retries. */
function sendFailure(error: ApiUnavailable, outgoing: ServerResponse): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(503, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    refresh: "1",
  });
  outgoing.end(`The server is not running. It restarts at the next change.\n\n${error.message}\n`);
}

async function answer(
  { api, vite }: { api: ApiServer; vite: ViteDevServer },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: Next,
): Promise<void> {
  const signal = disconnectSignal(outgoing);
  const isPage = wantsPage(incoming);
  // A page is changed before it is sent, so it must not be compressed or cached.
  const changed = {
    ...(incoming.method === "GET" && { "accept-encoding": "identity" }),
    ...(isPage && { "if-none-match": undefined }),
  };
  const found = await forwardToApi(api, incoming, { changed, signal });
  const isHtml = (found.headers["content-type"] ?? "").startsWith("text/html");
  if (!isHtml || incoming.method !== "GET") return sendResponse(found, outgoing);
  const html = await text(found);
  if (!isEmptyPage(html)) {
    outgoing.writeHead(found.statusCode ?? 502, found.headers).end(html);
  } else if (isPage) {
    await sendPage(vite, incoming, outgoing, { answer: found, html });
  } else next();
}

/**
 * Vite plugin for development. Every request except for modules goes to the API server first. Where that answers with an
 * empty page, Vite renders the page or sends a file of `public`. A change of the server's sources restarts the API server.
 */
export function pagesThroughVite(options: {
  api: ApiServer;
  repository: string;
  publicUrl: string;
  onRestart: () => void;
}): Plugin {
  const { api, repository, publicUrl, onRestart } = options;
  return {
    name: "pages-through-vite",
    // The server replaces it in HTML only, and the scripts render it again.
    transform: {
      filter: { code: "%PUBLIC_URL%" },
      handler: (code) => code.replaceAll("%PUBLIC_URL%", publicUrl),
    },
    configureServer(vite) {
      let timer: NodeJS.Timeout | undefined;
      vite.watcher.on("all", (_event, file) => {
        const path = file.slice(repository.length + 1).replaceAll("\\", "/");
        if (!serverSources.test(path) || testFile.test(path)) return;
        clearTimeout(timer);
        timer = setTimeout(onRestart, debounceMilliseconds);
      });
      vite.middlewares.use((incoming, outgoing, next) => {
        const isOwn = incoming.headers[renderHeader] === renderToken;
        if (isOwn || vitePath.test(incoming.url ?? "")) return next();
        answer({ api, vite }, incoming, outgoing, next).catch((error: unknown) => {
          if (outgoing.destroyed) return;
          if (error instanceof ApiUnavailable) sendFailure(error, outgoing);
          else next(error);
        });
      });
    },
  };
}
