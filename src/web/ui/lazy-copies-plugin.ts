/** Gives the API library's heavy half, which comes late, copies of what it shares with the light half. */
import { readFileSync } from "node:fs";

// A module that both a first view and a late part use is built once, with all that either uses of it: the
// first view would load what only streams and files need.
const mark = "?late";
const lazyEntry = /@orpc[\\/]client[\\/]dist[\\/]adapters[\\/]fetch[\\/]/;
const copied =
  /@orpc[\\/](shared|standard-server|standard-server-fetch|client)[\\/]dist[\\/].*\.mjs$/;

/** The errors of calls stay one class for all. */
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

/** The vite plugin; it works in the browser's build alone. */
export function lazyCopies() {
  return {
    name: "late-copies",
    enforce: "pre" as const,
    applyToEnvironment: (environment: { readonly name: string }) => environment.name === "client",
    async resolveId(this: Resolving, source: string, importer: string | undefined) {
      if (importer === undefined) return null;
      if (!lazyEntry.test(importer) && !importer.endsWith(mark)) return null;
      const found = await this.resolve(source, importer.replace(mark, ""), { skipSelf: true });
      if (found === null || !copied.test(found.id)) return found;
      if (holdsErrors(readFileSync(found.id, "utf8"))) return found;
      return { ...found, id: found.id + mark, moduleSideEffects: false };
    },
    load(id: string) {
      return id.endsWith(mark) ? readFileSync(id.slice(0, -mark.length), "utf8") : null;
    },
  };
}
