import {
  languagePrefixes,
  languages,
  localizedPath,
  type Language,
} from "#platform/rules/language.ts";
import {
  isApplicationPage,
  publicPages,
  applicationPages,
} from "#platform/rules/page-addresses.ts";
import type { ClientFiles } from "./client-files.ts";
import { messageFilesIn, readPageRoutes, type PageRoute } from "./page-routes.ts";

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
        : readPageRoutes(textOf(manifest) ?? "", textOf("/first-parts.json")),
    messagesOf: (scripts, language) => [
      ...new Set(scripts.flatMap((file) => messageFilesIn(textOf(file) ?? "", language))),
    ],
  };
}
