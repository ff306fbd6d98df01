import {
  languagePrefixes,
  languages,
  localizedPath,
  type Language,
  defaultLanguage,
} from "#platform/rules/language.ts";
import {
  isApplicationPage,
  publicPages,
  applicationPages,
} from "#platform/rules/page-addresses.ts";
import { type ClientFiles, sendable, type Sendable } from "./client-files.ts";
import { messageFilesIn, readPageRoutes, type PageRoute, findPageRoute } from "./page-routes.ts";
import { deskPages } from "#platform/rules/desk-pages.ts";
import { createHash } from "node:crypto";

/** The HTML of the built application as it was prerendered. */
export type BuiltPages = {
  readonly all: readonly string[];
  /** The public or sign-in page whose English address is `path`; undefined when there is none. */
  find(language: Language, path: string): string | undefined;
  /** The document of all other pages; undefined when nothing was built. */
  findApplication(language: Language): string | undefined;
  /** The English addresses of the public pages that were built. */
  readonly publicPaths: readonly string[];
  readonly routes: readonly PageRoute[];
  /** The files of the messages in `language` that `scripts` load. */
  messagesOf(scripts: readonly string[], language: Language): readonly string[];
};

export function readBuiltPages(files: ClientFiles): BuiltPages {
  const textOf = (file: string) => files.get(file)?.bytes.toString("utf8");
  const documents = new Map<string, string>();
  const add = (language: Language, name: string, file: string) => {
    const html = textOf(file);
    if (html !== undefined) documents.set(`${language} ${name}`, html);
  };
  for (const language of languages) {
    const prefix = languagePrefixes[language];
    for (const path of [...publicPages, ...applicationPages]) {
      const address = isApplicationPage(path) ? prefix + path : localizedPath(language, path);
      add(language, path, `${address.replace(/\/$/, "")}/index.html`);
    }
    add(language, "application", `${prefix}/__spa-fallback.html`);
  }
  const manifest = [...files.keys()].find((name) => /^\/assets\/manifest-.*\.js$/.test(name));
  return {
    all: [...documents.values()],
    find: (language, path) => documents.get(`${language} ${path}`),
    findApplication: (language) => documents.get(`${language} application`),
    publicPaths: publicPages.filter((path) => documents.has(`en ${path}`)),
    routes:
      manifest === undefined
        ? []
        : readPageRoutes(textOf(manifest) ?? "", textOf("/first-reads.json")),
    messagesOf: (scripts, language) => [
      ...new Set(scripts.flatMap((file) => messageFilesIn(textOf(file) ?? "", language))),
    ],
  };
}

export const deskWorkerPath = "/desk-worker.js";

const fileName = /[\w$.-]+\.[a-z0-9]{2,5}\b/g;

/** The files that `starts` name, and those that these name, and so on; also what they load only when it is needed. */
function filesNamedBy(starts: readonly string[], files: ClientFiles): string[] {
  const addresses = new Map(
    [...files.keys()]
      .filter((address) => address.startsWith("/assets/"))
      .map((address) => [address.slice(address.lastIndexOf("/") + 1), address]),
  );
  const found = new Set<string>();
  const texts = [...starts];
  for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
    for (const [name] of text.matchAll(fileName)) {
      const address = addresses.get(name);
      if (address === undefined || found.has(address)) continue;
      found.add(address);
      // The manifest names the files of every page of the application.
      if (/\.(js|css)$/.test(address) && !name.startsWith("manifest-"))
        texts.push(files.get(address)?.bytes.toString("utf8") ?? "");
    }
  }
  return [...found].toSorted();
}

/** What the desk at `page` needs without a network. */
function filesOfDesk(page: string, built: BuiltPages, files: ClientFiles): readonly string[] {
  const route = findPageRoute(built.routes, page);
  const documents = languages.map((language) => built.findApplication(language) ?? "");
  return filesNamedBy([...documents, ...(route?.modules ?? []), ...(route?.styles ?? [])], files);
}

/**
 * The service worker of the desks with the list of the files of each, so that a new release is a new worker; null when
 * nothing was built. Without the lists, where desks need a network, it removes itself.
 */
export function createDeskWorker(
  built: BuiltPages,
  files: ClientFiles,
  hasOfflineDesk: boolean,
): Sendable | null {
  const script = files.get(deskWorkerPath)?.bytes.toString("utf8");
  if (script === undefined) return null;
  const lists = deskPages.map((page) => [page, filesOfDesk(page, built, files)] as const);
  const known = hasOfflineDesk ? Object.fromEntries(lists) : null;
  const prefix = `self.filesOfDesks = ${JSON.stringify(known)};\n`;
  return sendable(Buffer.from(prefix + script, "utf8"), "text/javascript; charset=utf-8");
}

/** Areas without public pages. */
const privateAreas = ["/a/", "/admin/", "/api/", "/auth/", "/dashboard/", "/sandbox/"];

/** The text of `/robots.txt`. `publicUrl` is the origin without a slash at its end. */
function robots(publicUrl: string): string {
  const lines = [
    "User-agent: *",
    ...privateAreas.map((area) => `Disallow: ${area}`),
    "",
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ];
  return `${lines.join("\n")}\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Each address names the same page in all languages. */
function sitemap(publicUrl: string, paths: readonly string[]): string {
  const entries = paths.flatMap((path) => {
    const alternates = [...languages, "x-default" as const].map((language) => {
      const address = localizedPath(language === "x-default" ? defaultLanguage : language, path);
      return `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(publicUrl + address)}"/>`;
    });
    return languages.map((language) => {
      const address = localizedPath(language, path);
      return `<url><loc>${escapeXml(publicUrl + address)}</loc>${alternates.join("")}</url>`;
    });
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join("\n")}
</urlset>
`;
}

/** `/robots.txt` and `/sitemap.xml` by path. `paths` are the English ones of the public pages. */
export function crawlerFiles(
  publicUrl: string,
  paths: readonly string[],
): ReadonlyMap<string, Sendable> {
  return new Map([
    ["/robots.txt", sendable(Buffer.from(robots(publicUrl)), "text/plain; charset=utf-8")],
    ["/sitemap.xml", sendable(Buffer.from(sitemap(publicUrl, paths)), "application/xml")],
  ]);
}

const inlineScript = /<script\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi;

/** `sha256-…` of each distinct inline script of the HTML pages, for the content security policy. */
export function inlineScriptHashes(pages: Iterable<string>): readonly string[] {
  const hashes = new Set<string>();
  for (const html of pages) {
    for (const [, text = ""] of html.matchAll(inlineScript)) {
      if (text.trim() === "") continue;
      hashes.add(`sha256-${createHash("sha256").update(text, "utf8").digest("base64")}`);
    }
  }
  return [...hashes];
}
