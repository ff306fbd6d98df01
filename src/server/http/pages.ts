import { errorCatalogue } from "#contract/errors.ts";
import { maintenanceRetrySeconds } from "#server/error-response.ts";
import { send, sendable, type ClientFiles, type Sendable } from "./client-files.ts";
import { crawlerFiles } from "./crawler-files.ts";
import { defaultLanguage } from "#core/language.ts";
import { signUpHeadingFor, redirectForVisitor, insertHeading, type Visitor } from "./auth-pages.ts";
import {
  contentPlaceholders,
  type ContentPage,
  type ContentPages,
} from "#server/content-pages/content-pages.ts";
import { findPageRoute, readPageRoutes, type PageRoute } from "./page-routes.ts";

/** Shown in the document's `data-sandbox`, `data-maintenance` and `data-registration`. */
export type PageSettings = {
  readonly isSandbox: boolean;
  readonly isInMaintenance: boolean;
  readonly isRegistrationOpen: boolean;
};

export type Pages = {
  /** The HTML of every page as built. */
  readonly html: readonly string[];
  /** Answers a GET of a page or file; unknown paths get the not-found page with status 404. */
  answer(request: Request): Promise<Response>;
};

type PageOptions = {
  /** Origin for links that must be absolute, as in link previews. */
  readonly publicUrl: string;
  readonly hasSandboxMailbox: boolean;
  readonly now: () => Date;
  readonly findPublicSettings: () => Promise<PageSettings>;
  readonly contentPages: ContentPages;
  /** Called for public pages, and during maintenance for pages of customers. */
  readonly findVisitor: (request: Request) => Promise<Visitor>;
};

const fallbackAddress = "/__spa-fallback.html";
const cachedForever = "public, max-age=31536000, immutable";
const revalidated = "no-cache";

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

/** `html` with these attributes of its root element replaced. */
function withRootAttributes(html: string, attributes: Readonly<Record<string, string>>): string {
  return html.replace(/<html\b[^>]*>/i, (tag) => {
    const tagWithout = Object.keys(attributes).reduce(
      (text, name) => text.replace(new RegExp(`\\s${name}="[^"]*"`), ""),
      tag.slice(0, -1),
    );
    const set = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
    return `${tagWithout}${set.join("")}>`;
  });
}

function withPreloads(html: string, route: PageRoute | null): string {
  const { styles, modules } = route ?? { styles: [], modules: [] };
  const isMissing = (address: string) => !html.includes(`href="${address}"`);
  const links = [
    ...styles.filter(isMissing).map((file) => `<link rel="preload" as="style" href="${file}"/>`),
    ...modules.filter(isMissing).map((file) => `<link rel="modulepreload" href="${file}"/>`),
  ];
  return html.replace("</head>", `${links.join("")}</head>`);
}

/** The application shows the maintenance page itself; this is for browsers without scripts. */
function withMaintenanceNote(html: string): string {
  const note = `<noscript><p>${errorCatalogue.maintenance.message}</p></noscript>`;
  return html.replace(/<body\b[^>]*>/i, (tag) => `${tag}${note}`);
}

function insertText(html: string, text: ContentPage): string {
  return html
    .replace(contentPlaceholders.article, () => text.article)
    .replace(contentPlaceholders.operator, () => text.operator);
}

function pageAddressOf(file: string): string | null {
  if (file === "/index.html") return "/";
  return file.endsWith("/index.html") ? file.slice(0, -"/index.html".length) : null;
}

function attributesOf(options: PageOptions, publicSettings: PageSettings) {
  return {
    "data-sandbox": publicSettings.isSandbox ? "yes" : "no",
    "data-mailbox": options.hasSandboxMailbox ? "yes" : "no",
    "data-maintenance": publicSettings.isInMaintenance ? "yes" : "no",
    "data-registration": publicSettings.isRegistrationOpen ? "open" : "closed",
  };
}

/** Whether the request is for a page of the customers' area and not from an admin. */
async function isClosedForVisitor(options: PageOptions, request: Request): Promise<boolean> {
  const path = normalPath(new URL(request.url).pathname).toLowerCase();
  if (path !== "/dashboard" && !path.startsWith("/dashboard/")) return false;
  return (await options.findVisitor(request)) !== "admin";
}

const shellSections: ReadonlySet<string | undefined> = new Set(["dashboard", "admin", "scan"]);

/** Whether the page is for signed-in people: its document shows the frame of their pages at once. */
function isInShell(route: PageRoute | null): boolean {
  return shellSections.has(route?.segments[0]);
}

/** Without trailing slashes, and decoded where possible. */
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

/** Auth pages are prerendered and then run the application; other public pages run no application. */
function isAuthPage(html: string): boolean {
  return html.includes("__reactRouterContext");
}

/** The HTML of the prerendered pages, by path. */
function publicPagesOf(files: ClientFiles): Map<string, string> {
  const pages = new Map<string, string>();
  for (const [file, { bytes }] of files) {
    const address = pageAddressOf(file);
    if (address !== null) pages.set(address, bytes.toString("utf8"));
  }
  return pages;
}

/** Renders pages, each once for a `key` and year. */
function createRenderer(options: PageOptions): (key: string, make: () => string) => Sendable {
  const rendered = new Map<string, Sendable>();
  return (key, make) => {
    const year = String(options.now().getUTCFullYear());
    const cached = rendered.get(`${year} ${key}`);
    if (cached !== undefined) return cached;
    const html = make().replaceAll("%YEAR%", year).replaceAll("%PUBLIC_URL%", options.publicUrl);
    const content = sendable(Buffer.from(html, "utf8"), "text/html; charset=utf-8");
    rendered.set(`${year} ${key}`, content);
    return content;
  };
}

/**
 * Prepares the pages of the built application `files`. A page is rendered once for each kind of visitor and year.
 */
export function createPages(files: ClientFiles, options: PageOptions): Pages {
  const fallback = files.get(fallbackAddress)?.bytes.toString("utf8") ?? null;
  const routes = routesOf(files);
  const publicPages = publicPagesOf(files);

  const render = createRenderer(options);
  const sitemapAddresses = [...publicPages]
    .filter(([, html]) => !isAuthPage(html))
    .map(([address]) => address);
  const served = new Map([...crawlerFiles(options.publicUrl, sitemapAddresses), ...files]);

  async function answerPublicPage(request: Request, path: string, html: string): Promise<Response> {
    const visitor = await options.findVisitor(request);
    const address = new URL(request.url);
    const location = redirectForVisitor(visitor, path, address);
    if (location !== null) return redirect(location);
    const publicSettings = attributesOf(options, await options.findPublicSettings());
    const heading = signUpHeadingFor(path, address, defaultLanguage);
    const text = options.contentPages.find(path);
    const key = `${path} ${text?.version} ${heading?.title} ${visitor} ${Object.values(publicSettings).join(" ")}`;
    const content = render(key, () => {
      const withText = text === null ? html : insertText(html, text);
      const page = heading === null ? withText : insertHeading(withText, heading);
      return withRootAttributes(page, { "data-visitor": visitor, ...publicSettings });
    });
    return await send(request, content, { cacheControl: "private, no-cache", vary: "cookie" });
  }

  async function answerApplication(request: Request, route: PageRoute | null): Promise<Response> {
    if (fallback === null) return notBuilt();
    const publicSettings = await options.findPublicSettings();
    const isClosed = publicSettings.isInMaintenance && (await isClosedForVisitor(options, request));
    const attributes = {
      ...attributesOf(options, publicSettings),
      "data-page": isInShell(route) && !isClosed ? "shell" : "other",
    };
    const key = `${Object.values(attributes).join(" ")} ${isClosed ? "closed" : "open"}`;
    const content = render(`fallback ${key} ${route?.modules.join(" ")}`, () => {
      const html = withPreloads(withRootAttributes(fallback, attributes), route);
      return isClosed ? withMaintenanceNote(html) : html;
    });
    if (!isClosed) {
      const status = route === null ? 404 : 200;
      return await send(request, content, { status, cacheControl: revalidated });
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
      // The provider's return parameter may be appended to the path without a question mark.
      if (path.includes("walletcanceled")) return redirect("/dashboard/wallet?canceled=true");
      const page = publicPages.get(path.toLowerCase());
      if (page !== undefined) return await answerPublicPage(request, path.toLowerCase(), page);
      const file = path.endsWith(".html") ? undefined : served.get(path);
      if (file !== undefined) {
        const cacheControl = path.startsWith("/assets/") ? cachedForever : "public, max-age=3600";
        return await send(request, file, { cacheControl });
      }
      if (path.startsWith("/assets/")) return new Response("No such file.", { status: 404 });
      return await answerApplication(request, findPageRoute(routes, path));
    },
  };
}
