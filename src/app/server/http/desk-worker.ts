import { deskPages } from "#platform/rules/desk-pages.ts";
import { languages } from "#platform/rules/language.ts";
import type { BuiltPages } from "./built-pages.ts";
import { sendable, type ClientFiles, type Sendable } from "./client-files.ts";
import { findPageRoute } from "./page-routes.ts";

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
