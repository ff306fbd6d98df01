import { defaultLanguage, splitLanguagePath, type Language } from "#platform/rules/language.ts";
import { findDeskPage } from "#platform/rules/desk-pages.ts";
import { isPublicPage, isApplicationPage } from "#platform/rules/page-addresses.ts";
import { needsOpenedWarehouse } from "#app/rules/customer-menu.ts";
import { needsEnteredWarehouse } from "#app/rules/role-pages.ts";
import { keepWarehouseParts } from "#catalogue/rules/warehouse.ts";
import { translate } from "#platform/server/translate.ts";
import { maintenanceRetrySeconds } from "#platform/server/error-response.ts";
import { send, sendable, type ClientFiles, type Sendable } from "./client-files.ts";
import {
  crawlerFiles,
  readBuiltPages,
  type BuiltPages,
  createDeskWorker,
  deskWorkerPath,
} from "./built-pages.ts";
import {
  signUpHeadingFor,
  redirectForVisitor,
  insertHeading,
  type Visitor,
  findPageRoute,
  type PageRoute,
} from "./page-routes.ts";
import { contentPlaceholders, type ContentPage } from "#app/server/content-pages/content-pages.ts";
import { findLanguage, requestLanguage } from "#platform/server/http/request.ts";

/** Shown in the document's `data-sandbox`, `data-maintenance`, `data-registration` and `data-warehouse`. */
export type PageSettings = {
  readonly isSandbox: boolean;
  readonly isInMaintenance: boolean;
  readonly isRegistrationOpen: boolean;
  readonly hasWarehouse: boolean;
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
  /** False: the service worker of desks removes itself. */
  readonly hasOfflineDesk: boolean;
  readonly now: () => Date;
  readonly findPublicSettings: () => Promise<PageSettings>;
  /** Called for pages of staff that come with the warehouse, until one has been open. */
  readonly hasEnteredWarehouse: () => Promise<boolean>;
  /** What the page whose English address is `path` shows from files or the database, if anything. */
  readonly findContent: (
    language: Language,
    path: string,
    request: Request,
  ) => Promise<ContentPage | undefined>;
  /** Called for public pages, and during maintenance for pages of customers. */
  readonly findVisitor: (request: Request) => Promise<Visitor>;
};

const cachedForever = "public, max-age=31536000, immutable";
const revalidated = "no-cache";
/** The headers that decide the language of a page. */
const languageHeaders = "cookie, accept-language";

const otherAddresses: Readonly<Record<string, string>> = {
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

type Preloads = { readonly styles: readonly string[]; readonly modules: readonly string[] };

/** `modulePriority` is an attribute of the links to the modules. */
function withPreloads(
  html: string,
  { styles, modules }: Preloads,
  modulePriority: "" | ' fetchpriority="low"' = "",
): string {
  const isMissing = (address: string) => !html.includes(`href="${address}"`);
  const links = [
    ...styles.filter(isMissing).map((file) => `<link rel="preload" as="style" href="${file}"/>`),
    ...modules
      .filter(isMissing)
      .map((file) => `<link rel="modulepreload"${modulePriority} href="${file}"/>`),
  ];
  return html.replace("</head>", `${links.join("")}</head>`);
}

/** On a signed-in page the font arrives while the scripts run, and must not take from their bandwidth before. */
function withLaterFont(html: string): string {
  const [link = ""] = /<link\b[^>]*\bas="font"[^>]*>/.exec(html) ?? [];
  const later = link.replace("<link", '<link fetchpriority="low"');
  return html.replace(link, "").replace("</head>", `${later}</head>`);
}

/** Adds a sentence for browsers without scripts at the beginning of the body, where React accepts what it does not know. */
function withScriptlessNote(
  html: string,
  language: Language,
  id: "errors.maintenance" | "errors.needsJavaScript",
): string {
  const note = `<noscript><p>${translate(language, id)}</p></noscript>`;
  return html.replace(/<body\b[^>]*>/i, (tag) => `${tag}${note}`);
}

function insertText(html: string, text: ContentPage): string {
  return html
    .replace(contentPlaceholders.article, () => text.article)
    .replace(contentPlaceholders.operator, () => text.operator);
}

/** Read by every signed-in page. */
const readsOfShell = [
  ["auth/readSession", {}],
  ["settings/readPublicSettings", {}],
] as const;

/** What the page of `route` reads first, as an attribute for `startFirstReads`. */
function readsAttribute({ reads }: PageRoute): string {
  return JSON.stringify([...readsOfShell, ...reads])
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;");
}

function attributesOf(options: PageOptions, publicSettings: PageSettings) {
  return {
    "data-sandbox": publicSettings.isSandbox ? "yes" : "no",
    "data-mailbox": options.hasSandboxMailbox ? "yes" : "no",
    "data-maintenance": publicSettings.isInMaintenance ? "yes" : "no",
    "data-registration": publicSettings.isRegistrationOpen ? "open" : "closed",
    "data-warehouse": publicSettings.hasWarehouse ? "yes" : "no",
  };
}

/** Whether the request is for a page of the customers' area and not from an admin. */
async function isClosedForVisitor(options: PageOptions, request: Request): Promise<boolean> {
  const path = normalPath(new URL(request.url).pathname).toLowerCase();
  if (path !== "/dashboard" && !path.startsWith("/dashboard/")) return false;
  return (await options.findVisitor(request)).kind !== "admin";
}

const shellSections: ReadonlySet<string | undefined> = new Set(["dashboard", "admin", "scan"]);

/** Whether the page is for signed-in people: its document shows the frame of their pages at once. Desks have no frame. */
function isInShell(route: PageRoute | undefined, path: string): boolean {
  return shellSections.has(route?.segments[0]) && findDeskPage(path) === undefined;
}

function cacheControlOf(pathname: string): string {
  if (pathname.startsWith("/assets/")) return cachedForever;
  // Otherwise a proxy would hand out the worker of an earlier release.
  return pathname.endsWith("-worker.js") ? revalidated : "public, max-age=3600";
}

/** Without trailing slashes, and decoded where possible, but for the slash, as the routes of the browser read it. */
function normalPath(pathname: string): string {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") || "/" : pathname;
  try {
    const parts = path.split("/").map((part) => decodeURIComponent(part).replaceAll("/", "%2F"));
    return parts.join("/");
  } catch {
    return path;
  }
}

type Render = (key: string, make: () => string) => Sendable;
type RootAttributes = Readonly<Record<string, string>>;
type PrerenderedPage = {
  readonly language: Language;
  /** The English one. */
  readonly path: string;
  readonly address: URL;
  readonly html: string;
};

/** Pages with figures from the database are rendered anew whenever those change. */
const maxRendered = 500;

/** Renders pages, each once for a `key` and year. */
function createRenderer(options: PageOptions): Render {
  const rendered = new Map<string, Sendable>();
  return (key, make) => {
    const year = String(options.now().getUTCFullYear());
    const cached = rendered.get(`${year} ${key}`);
    if (cached !== undefined) return cached;
    const html = make().replaceAll("%YEAR%", year).replaceAll("%PUBLIC_URL%", options.publicUrl);
    const content = sendable(Buffer.from(html, "utf8"), "text/html; charset=utf-8");
    const [oldest] = rendered.keys();
    if (oldest !== undefined && rendered.size >= maxRendered) rendered.delete(oldest);
    rendered.set(`${year} ${key}`, content);
    return content;
  };
}

/** Answers public pages, which have an address for each language, and sign-in pages, which have one for all. */
function createPrerenderedPages(built: BuiltPages, options: PageOptions, render: Render) {
  async function write(
    page: PrerenderedPage,
    request: Request,
    visitor: Visitor,
    settings: RootAttributes,
  ): Promise<Sendable> {
    const { language, path, address, html } = page;
    const heading = signUpHeadingFor(path, address, language);
    const text = await options.findContent(language, path, request);
    const attributes = { lang: language, "data-visitor": visitor.kind, ...settings };
    const key = `${path} ${text?.version} ${heading?.title} ${Object.values(attributes).join(" ")}`;
    return render(key, () => {
      const hasWarehouse = settings["data-warehouse"] === "yes";
      const withText = keepWarehouseParts(
        text === undefined ? html : insertText(html, text),
        hasWarehouse,
      );
      const withHeading = heading === null ? withText : insertHeading(withText, heading);
      const route = isApplicationPage(path) ? findPageRoute(built.routes, path) : undefined;
      const modules = route === undefined ? [] : built.messagesOf(route.modules, language);
      const noted = isApplicationPage(path)
        ? withScriptlessNote(withHeading, language, "errors.needsJavaScript")
        : withHeading;
      // The page is complete without scripts, which must not delay it.
      const preloaded = withPreloads(noted, { styles: [], modules }, ' fetchpriority="low"');
      return withRootAttributes(preloaded, attributes);
    });
  }

  return async (request: Request, page: PrerenderedPage): Promise<Response> => {
    const visitor = await options.findVisitor(request);
    const location = redirectForVisitor(visitor, page.path, page.address);
    if (location !== null) return redirect(location);
    const wanted = findLanguage(request.headers);
    const isOffered = isPublicPage(page.path) && wanted !== undefined && wanted !== page.language;
    const settings = attributesOf(options, await options.findPublicSettings());
    const content = await write(page, request, visitor, {
      ...settings,
      ...(isOffered && { "data-offer": wanted }),
    });
    return await send(request, content, {
      cacheControl: "private, no-cache",
      vary: languageHeaders,
    });
  };
}

/** Answers all other pages with the application's document. */
function createApplicationPages(built: BuiltPages, options: PageOptions, render: Render) {
  return async (request: Request, path: string, language: Language): Promise<Response> => {
    const html = built.findApplication(language);
    if (html === undefined) return notBuilt();
    const publicSettings = await options.findPublicSettings();
    const isHidden =
      !publicSettings.hasWarehouse &&
      (needsOpenedWarehouse(path) ||
        (needsEnteredWarehouse(path) && !(await options.hasEnteredWarehouse())));
    const route = isHidden ? undefined : findPageRoute(built.routes, path);
    const isClosed = publicSettings.isInMaintenance && (await isClosedForVisitor(options, request));
    const isShown = isInShell(route, path) && !isClosed;
    const attributes = {
      lang: language,
      ...attributesOf(options, publicSettings),
      "data-page": isShown ? "shell" : "other",
      ...(isShown && route !== undefined && { "data-reads": readsAttribute(route) }),
      ...(!options.hasOfflineDesk &&
        findDeskPage(path) !== undefined && { "data-offline-desk": "no" }),
    };
    const key = `${Object.values(attributes).join(" ")} ${isClosed ? "closed" : "open"}`;
    const content = render(`application ${key} ${route?.modules.join(" ")}`, () => {
      const { styles, modules } = route ?? { styles: [], modules: [] };
      const preloads = { styles, modules: [...built.messagesOf(modules, language), ...modules] };
      const preloaded = withPreloads(withRootAttributes(html, attributes), preloads);
      const page = isShown ? withLaterFont(preloaded) : preloaded;
      return withScriptlessNote(
        page,
        language,
        isClosed ? "errors.maintenance" : "errors.needsJavaScript",
      );
    });
    const vary = languageHeaders;
    if (!isClosed) {
      const status = route === undefined ? 404 : 200;
      return await send(request, content, { status, cacheControl: revalidated, vary });
    }
    const response = await send(request, content, { status: 503, cacheControl: "no-store", vary });
    response.headers.set("retry-after", String(maintenanceRetrySeconds));
    return response;
  };
}

/** The language and the English path of a page: public ones have a prefix for their language. */
function placeOf(request: Request, path: string): { language: Language; path: string } {
  const place = splitLanguagePath(path.toLowerCase());
  const isPrefixed = place.language !== defaultLanguage;
  if (isPublicPage(place.path)) return place;
  if (isPrefixed) return { language: place.language, path };
  return {
    language: requestLanguage(request),
    path: isApplicationPage(place.path) ? place.path : path,
  };
}

/**
 * Prepares the pages of the built application `files`. A page is rendered once for each kind of visitor and year.
 */
export function createPages(files: ClientFiles, options: PageOptions): Pages {
  const built = readBuiltPages(files);
  const render = createRenderer(options);
  const answerPrerendered = createPrerenderedPages(built, options, render);
  const answerApplication = createApplicationPages(built, options, render);
  const served = new Map([...crawlerFiles(options.publicUrl, built.publicPaths), ...files]);
  const deskWorker = createDeskWorker(built, files, options.hasOfflineDesk);
  if (deskWorker !== null) served.set(deskWorkerPath, deskWorker);

  return {
    html: built.all,
    async answer(request) {
      const address = new URL(request.url);
      const pathname = normalPath(address.pathname);
      const other = otherAddresses[pathname];
      if (other !== undefined) return redirect(other);
      // The provider's return parameter may be appended to the path without a question mark.
      if (pathname.includes("walletcanceled")) return redirect("/dashboard/wallet?canceled=true");
      const { language, path } = placeOf(request, pathname);
      const html = built.find(language, path);
      if (html !== undefined)
        return await answerPrerendered(request, { language, path, address, html });
      const file = pathname.endsWith(".html") ? undefined : served.get(pathname);
      if (file !== undefined) {
        return await send(request, file, { cacheControl: cacheControlOf(pathname) });
      }
      if (pathname.startsWith("/assets/")) return new Response("No such file.", { status: 404 });
      return await answerApplication(request, pathname, language);
    },
  };
}
