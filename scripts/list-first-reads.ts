// Writes what each page reads first, by its own `startReading`, so that its document can ask for it before any script runs.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";

const build = join(import.meta.dirname, "../build");
const { routes }: ServerBuild = await import(pathToFileURL(join(build, "server/index.js")).href);

/** What a page may say of itself, as in `src/ui/web/early-reading.tsx`. */
type PageHandle = {
  startReading?: (queries: unknown, client: unknown, search: URLSearchParams) => void;
};

/** The path of an operation, such as `wallet/readWallet`, and its input. */
type Read = readonly [path: string, input: unknown];

/** Queries whose options say which operation they read, and a client that notes them. */
function recorder() {
  const reads: Read[] = [];
  const operation = (path: string) => ({
    queryOptions: ({ input }: { input: unknown }): Read => [path, input],
  });
  const area = (name: string) =>
    new Proxy({}, { get: (_, verb) => operation(`${name}/${String(verb)}`) });
  const queries = new Proxy({}, { get: (_, name) => area(String(name)) });
  const client = { prefetchQuery: async (read: Read) => void reads.push(read) };
  return { reads, queries, client };
}

function readsOf(handle: unknown): readonly Read[] {
  const { startReading } = (handle ?? {}) as PageHandle;
  const { reads, queries, client } = recorder();
  startReading?.(queries, client, new URLSearchParams());
  return reads;
}

const listed = Object.values(routes).flatMap((route) => {
  const reads = readsOf(route?.module.handle);
  return route === undefined || reads.length === 0 ? [] : [[route.id, reads] as const];
});
writeFileSync(join(build, "client/first-reads.json"), JSON.stringify(Object.fromEntries(listed)));
