/** Gives the lazily loaded half of the API library its own copies of the modules that it shares with the first half. */
import { readFileSync } from "node:fs";

// A module that both a first view and a lazy chunk import is built once with everything that either uses of it, so the
// first view would load what only streams and files need.
const suffix = "?lazy";
const lazyEntry = /@orpc[\\/]client[\\/]dist[\\/]adapters[\\/]fetch[\\/]/;
const copied =
  /@orpc[\\/](shared|standard-server|standard-server-fetch|client)[\\/]dist[\\/].*\.mjs$/;

/** ORPCError must stay a single class, because callers check it with instanceof. */
function holdsErrors(source: string): boolean {
  return source.includes("class ORPCError");
}

type Resolving = {
  resolve(
    source: string,
    importer: string,
    options: { skipSelf: boolean },
  ): Promise<{ id: string } | null>;
};

/** Applies to the browser build only. */
export function lazyCopies() {
  return {
    name: "lazy-copies",
    enforce: "pre" as const,
    applyToEnvironment: (environment: { readonly name: string }) => environment.name === "client",
    async resolveId(this: Resolving, source: string, importer: string | undefined) {
      if (importer === undefined) return null;
      if (!lazyEntry.test(importer) && !importer.endsWith(suffix)) return null;
      const found = await this.resolve(source, importer.replace(suffix, ""), { skipSelf: true });
      if (found === null || !copied.test(found.id)) return found;
      if (holdsErrors(readFileSync(found.id, "utf8"))) return found;
      return { ...found, id: found.id + suffix, moduleSideEffects: false };
    },
    load(id: string) {
      return id.endsWith(suffix) ? readFileSync(id.slice(0, -suffix.length), "utf8") : null;
    },
  };
}
