// Writes which scripts the parts of each page need that its first view shows, so that the server can name them in the page.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import * as z from "zod";

const build = join(import.meta.dirname, "../build");
const manifestFolder = join(build, "client/.vite");

const viteManifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
  }),
);

const manifest = viteManifest.parse(
  JSON.parse(readFileSync(join(manifestFolder, "manifest.json"), "utf8")),
);
const serverBuild: ServerBuild = await import(pathToFileURL(join(build, "server/index.js")).href);

/** What a page says of itself, as `PageHandle` has it. */
const pageHandle = z.object({ firstParts: z.array(z.string()).default([]) });

/** Adds the chunk with `name` to `found`, and all that it imports, and so on. */
function addChunks(name: string, found: Set<string>): void {
  if (found.has(name)) return;
  found.add(name);
  for (const imported of manifest[name]?.imports ?? []) addChunks(imported, found);
}

function scriptsOf(page: string, parts: readonly string[]): readonly string[] {
  const names = parts.map((part) => `src/${part}`);
  // React Router adds a query to the names of routes.
  const [, route] = Object.entries(manifest).find(([name]) => name.startsWith(`${page}?`)) ?? [];
  const dynamicImports = route?.dynamicImports ?? [];
  const unknown = names.filter((name) => !dynamicImports.includes(name));
  if (unknown.length > 0) throw new Error(`${page} does not load ${unknown.join(" or ")}.`);
  const found = new Set<string>();
  for (const name of names) addChunks(name, found);
  return [...found].flatMap((name) => manifest[name] ?? []).map(({ file }) => `/${file}`);
}

const listed = Object.values(serverBuild.routes).flatMap((route) => {
  const { firstParts } = pageHandle.parse(route?.module.handle ?? {});
  if (route === undefined || firstParts.length === 0) return [];
  return [[route.id, scriptsOf(join("src/app/web", `${route.id}.tsx`), firstParts)] as const];
});
writeFileSync(join(build, "client/first-parts.json"), JSON.stringify(Object.fromEntries(listed)));
rmSync(manifestFolder, { recursive: true });
