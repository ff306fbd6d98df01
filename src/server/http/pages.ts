// Answers addresses of pages and files of the browser application, and fills in what depends on the visitor.
import { errorCatalogue } from "#contract/errors.ts";
import { maintenanceRetrySeconds } from "#server/error-response.ts";
import { send, sendable, type ClientFiles, type Sendable } from "./client-files.ts";
import { crawlerFiles } from "./crawler-files.ts";
import { headingAt, wayPast, withHeading, type Visitor } from "./auth-pages.ts";
import { findPageRoute, readPageRoutes, type PageRoute } from "./page-routes.ts";

/** What the platform is at this moment, as the document's `data-sandbox`, `data-maintenance` and `data-registration` tell. */
export type PageSettings = {
  readonly isSandbox: boolean;
  readonly isInMaintenance: boolean;
  readonly isRegistrationOpen: boolean;
};

export type Pages = {
  /** Every page as it was built. */
  readonly html: readonly string[];
  /** The answer to a GET of a page or file; unknown addresses get the not-found page with status 404. */
  answer(request: Request): Promise<Response>;
};

type Facts = {
  /** Origin for links that must be whole, as previews of links want them. */
  readonly publicUrl: string;
  readonly hasSandboxMailbox: boolean;
  readonly now: () => Date;
  readonly findPublicSettings: () => Promise<PageSettings>;
  /** Who sends `request`; asked for public pages, and in maintenance for those of customers. */
  readonly findVisitor: (request: Request) => Promise<Visitor>;
};

const fallbackAddress = "/__spa-fallback.html";
const builtOnce = "public, max-age=31536000, immutable";
const checkedEachTime = "no-cache";

const legacyAddresses: Readonly<Record<string, string>> = {
  "/dashboard/wallet/history": "/dashboard/wallet?tab=history",
};

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}

function notBuilt(): Response {
  return new Response("The pages are not built yet. `npm start` builds them.", {
    status: 503,
    headers: { "cache-control": "no-store" },
  });
}

/** `html` with attributes of its root element set, in place of those it was built with. */
function withRootAttributes(html: string, attributes: Readonly<Record<string, string>>): string {
  return html.replace(/<html\b[^>]*>/i, (tag) => {
    const stored = Object.keys(attributes).reduce(
      (text, name) => text.replace(new RegExp(`\\s${name}="[^"]*"`), ""),
      tag.slice(0, -1),
    );
    const set = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
    return `${stored}${set.join("")}>`;
  });
}

function withPreloads(html: string, modules: readonly string[]): string {
  const links = modules
    .filter((address) => !html.includes(`href="${address}"`))
    .map((address) => `<link rel="modulepreload" href="${address}"/>`);
  return html.replace("</head>", `${links.join("")}</head>`);
}

/** The application shows the maintenance page itself; whoever runs no scripts reads this. */
function withMaintenanceNote(html: string): string {
  const note = `<noscript><p>${errorCatalogue.maintenance.message}</p></noscript>`;
  return html.replace(/<body\b[^>]*>/i, (tag) => `${tag}${note}`);
}

function pageAddressOf(file: string): string | null {
  if (file === "/index.html") return "/";
  return file.endsWith("/index.html") ? file.slice(0, -"/index.html".length) : null;
}

/** What the document says of the platform. */
function attributesOf(facts: Facts, publicSettings: PageSettings) {
  return {
    "data-sandbox": publicSettings.isSandbox ? "yes" : "no",
    "data-mailbox": facts.hasSandboxMailbox ? "yes" : "no",
    "data-maintenance": publicSettings.isInMaintenance ? "yes" : "no",
    "data-registration": publicSettings.isRegistrationOpen ? "open" : "closed",
  };
}

/** Whether a page of the customers' area is asked for by anybody but staff. */
async function isExcluded(facts: Facts, request: Request): Promise<boolean> {
  const path = normalPath(new URL(request.url).pathname).toLowerCase();
  if (path !== "/dashboard" && !path.startsWith("/dashboard/")) return false;
  return (await facts.findVisitor(request)) !== "admin";
}

/** Drops the slash at the end and takes apart what was encoded, where that is possible. */
function normalPath(pathname: string): string {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") || "/" : pathname;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function routesOf(files: ClientFiles): PageRoute[] {
  const address = [...files.keys()].find((name) => /^\/assets\/manifest-.*\.js$/.test(name));
  const manifest = address && files.get(address)?.bytes.toString("utf8");
  return manifest ? [...readPageRoutes(manifest)] : [];
}

/** Whether a page drawn ahead of time is taken over by the application, as the login is; others stand alone. */
function isAuthPage(html: string): boolean {
  return html.includes("__reactRouterContext");
}

/** The HTML of the pages that were drawn ahead of time, by address. */
function publicPagesOf(files: ClientFiles): Map<string, string> {
  const pages = new Map<string, string>();
  for (const [file, { bytes }] of files) {
    const address = pageAddressOf(file);
    if (address !== null) pages.set(address, bytes.toString("utf8"));
  }
  return pages;
}

/** Writes pages out, each once for a `key` and year, and keeps them. */
function createWriter(facts: Facts): (key: string, make: () => string) => Sendable {
  const written = new Map<string, Sendable>();
  return (key, make) => {
    const year = String(facts.now().getUTCFullYear());
    const stored = written.get(`${year} ${key}`);
    if (stored !== undefined) return stored;
    const html = make().replaceAll("%YEAR%", year).replaceAll("%PUBLIC_URL%", facts.publicUrl);
    const content = sendable(Buffer.from(html, "utf8"), "text/html; charset=utf-8");
    written.set(`${year} ${key}`, content);
    return content;
  };
}

/**
 * Prepares the pages of the built application `files`. A page is written out once for each kind of visitor
 * and year, and kept.
 */
export function createPages(files: ClientFiles, facts: Facts): Pages {
  const fallback = files.get(fallbackAddress)?.bytes.toString("utf8") ?? null;
  const routes = routesOf(files);
  const publicPages = publicPagesOf(files);

  const write = createWriter(facts);
  const listed = [...publicPages]
    .filter(([, html]) => !isAuthPage(html))
    .map(([address]) => address);
  const served = new Map([...crawlerFiles(facts.publicUrl, listed), ...files]);

  async function answerPublicPage(request: Request, path: string, html: string): Promise<Response> {
    const visitor = await facts.findVisitor(request);
    const address = new URL(request.url);
    const past = wayPast(visitor, path, address);
    if (past !== null) return redirect(past);
    const publicSettings = attributesOf(facts, await facts.findPublicSettings());
    const heading = headingAt(path, address);
    const key = `${path} ${heading?.title} ${visitor} ${Object.values(publicSettings).join(" ")}`;
    const content = write(key, () => {
      const page = heading === null ? html : withHeading(html, heading);
      return withRootAttributes(page, { "data-visitor": visitor, ...publicSettings });
    });
    return await send(request, content, { cacheControl: "private, no-cache", vary: "cookie" });
  }

  async function answerApplication(request: Request, route: PageRoute | null): Promise<Response> {
    if (fallback === null) return notBuilt();
    const publicSettings = await facts.findPublicSettings();
    const isClosed = publicSettings.isInMaintenance && (await isExcluded(facts, request));
    const modules = route?.modules ?? [];
    const attributes = attributesOf(facts, publicSettings);
    const key = `${Object.values(attributes).join(" ")} ${isClosed ? "closed" : "open"}`;
    const content = write(`fallback ${key} ${modules.join(" ")}`, () => {
      const html = withPreloads(withRootAttributes(fallback, attributes), modules);
      return isClosed ? withMaintenanceNote(html) : html;
    });
    if (!isClosed) {
      const status = route === null ? 404 : 200;
      return await send(request, content, { status, cacheControl: checkedEachTime });
    }
    const response = await send(request, content, { status: 503, cacheControl: "no-store" });
    response.headers.set("retry-after", String(maintenanceRetrySeconds));
    return response;
  }

  return {
    html: [...publicPages.values(), ...(fallback === null ? [] : [fallback])],
    async answer(request) {
      const path = normalPath(new URL(request.url).pathname);
      const legacy = legacyAddresses[path];
      if (legacy !== undefined) return redirect(legacy);
      // Providers have been seen to glue their return parameter to the path.
      if (path.includes("walletcanceled")) return redirect("/dashboard/wallet?canceled=true");
      const page = publicPages.get(path.toLowerCase());
      if (page !== undefined) return await answerPublicPage(request, path.toLowerCase(), page);
      const file = path.endsWith(".html") ? undefined : served.get(path);
      if (file !== undefined) {
        const cacheControl = path.startsWith("/assets/") ? builtOnce : "public, max-age=3600";
        return await send(request, file, { cacheControl });
      }
      if (path.startsWith("/assets/")) return new Response("No such file.", { status: 404 });
      return await answerApplication(request, findPageRoute(routes, path));
    },
  };
}
