// The part of Vite's server that joins it with the API server under one address.
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Connect, Plugin, ViteDevServer } from "vite";
import { inlineScriptHashes } from "#server/http/inline-scripts.ts";
import type { ApiServer } from "./api-server.ts";
import { fillIn, isEmptyPage } from "./empty-pages.ts";
import { ApiUnavailable, askApi, goneSignal, passOn } from "./forward.ts";

/** Sources that the API server's process is made of. */
const serverSources =
  /^(src\/(server|core|contract)|sandbox)\/|^(src\/web\/routes|react-router\.config)\.ts$/;
const testFile = /\.test\.tsx?$/;
/** Addresses of modules, which Vite alone answers. */
const viteAddress = /^\/(@|src\/|node_modules\/|build\/vite\/)/;
/** Several files saved at once are one change. */
const settleMilliseconds = 40;
/** Names our own requests for pages to Vite, so that they are not handed on in a circle. */
const renderHeader = "x-rendered-for";
const renderToken = randomUUID();

type Next = Connect.NextFunction;

function wantsPage({ method, headers }: IncomingMessage): boolean {
  return method === "GET" && (headers.accept ?? "").includes("text/html");
}

/**
 * The server's own policy for a page with these scripts in it. Vite's client asks from a worker whether Vite is back
 * again; nothing else is allowed beyond production.
 */
function policyForPage(policy: string, html: string): string {
  const hashes = inlineScriptHashes([html]).map((hash) => `'${hash}'`);
  const scripts = ["script-src 'self'", ...hashes].join(" ");
  return `${policy.replace(/script-src [^;]*/, () => scripts)}; worker-src blob:`;
}

async function renderPage(vite: ViteDevServer, incoming: IncomingMessage) {
  const listening = vite.httpServer?.address() ?? null;
  if (listening === null || typeof listening === "string") throw new Error("Vite does not listen.");
  const { port, address } = listening;
  const host = address.includes(":") ? `[${address}]` : address;
  const response = await fetch(new URL(incoming.url ?? "/", `http://${host}:${port}`), {
    headers: { accept: "text/html", [renderHeader]: renderToken },
  });
  return { status: response.status, html: await response.text() };
}

async function sendPage(
  vite: ViteDevServer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  empty: { answer: IncomingMessage; html: string },
): Promise<void> {
  const rendered = await renderPage(vite, incoming);
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

/** Answers that the server does not run; a browser's page asks again by itself. */
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
  outgoing.end(
    `The server does not run. It starts again with the next change.\n\n${error.message}\n`,
  );
}

async function answer(
  { api, vite }: { api: ApiServer; vite: ViteDevServer },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: Next,
): Promise<void> {
  const signal = goneSignal(outgoing);
  const isPage = wantsPage(incoming);
  // A page is read here before it is sent, so it comes whole and as plain text.
  const changed = {
    ...(incoming.method === "GET" && { "accept-encoding": "identity" }),
    ...(isPage && { "if-none-match": undefined }),
  };
  const found = await askApi(api, incoming, { changed, signal });
  const isHtml = (found.headers["content-type"] ?? "").startsWith("text/html");
  if (!isHtml || incoming.method !== "GET") return passOn(found, outgoing);
  const html = await text(found);
  if (!isEmptyPage(html)) {
    outgoing.writeHead(found.statusCode ?? 502, found.headers).end(html);
  } else if (isPage) {
    await sendPage(vite, incoming, outgoing, { answer: found, html });
  } else next();
}

/**
 * Vite's plugin for development. Every request but those for modules goes to the API server first, just as in
 * production; where that answers with an empty page, Vite renders it, or sends a file of `public`. A change of the
 * server's sources starts the API server again.
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
    // The server replaces it in pages, and the screens draw it once more over them.
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
        timer = setTimeout(onRestart, settleMilliseconds);
      });
      vite.middlewares.use((incoming, outgoing, next) => {
        const isOwn = incoming.headers[renderHeader] === renderToken;
        if (isOwn || viteAddress.test(incoming.url ?? "")) return next();
        answer({ api, vite }, incoming, outgoing, next).catch((error: unknown) => {
          if (outgoing.destroyed) return;
          if (error instanceof ApiUnavailable) sendFailure(error, outgoing);
          else next(error);
        });
      });
    },
  };
}
