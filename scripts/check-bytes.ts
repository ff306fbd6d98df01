// Weighs what a browser loads for the first view of every page of the built product, and fails over budget.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import * as z from "zod";

const client = join(import.meta.dirname, "../build/client");

/** In bytes of brotli, as they are sent; a KB has 1000 of them. */
const budgets = {
  applicationScripts: 180_000,
  applicationStyles: 25_000,
  /** What no other page needs; what comes after the first view, such as charts, is not part of it. */
  ownScripts: 30_000,
  publicScripts: 30_000,
};

const publicPages = ["index.html", "pricing/index.html", "services/index.html"];

const manifestRoute = z.object({
  id: z.string(),
  parentId: z.string().optional(),
  path: z.string().optional(),
  module: z.string(),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
});
const manifestShape = z.object({
  entry: z.object({ module: z.string(), imports: z.array(z.string()) }),
  routes: z.record(z.string(), manifestRoute),
});
type ManifestRoute = z.infer<typeof manifestRoute>;

/** One page's first view: the files it loads and what they weigh. */
type Weight = {
  readonly page: string;
  readonly scripts: ReadonlySet<string>;
  readonly styles: ReadonlySet<string>;
};

const weights = new Map<string, number>();

/** Bytes of the file at `address` as the server sends it. */
function weigh(address: string): number {
  const known = weights.get(address);
  if (known !== undefined) return known;
  const bytes = readFileSync(join(client, `${address}.br`)).length;
  weights.set(address, bytes);
  return bytes;
}

function total(addresses: Iterable<string>): number {
  return [...addresses].reduce((sum, address) => sum + weigh(address), 0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

/** The route of `/dashboard/wallet` with its layout and the document around it, outermost first. */
function chainTo(route: ManifestRoute, routes: Record<string, ManifestRoute>): ManifestRoute[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent === undefined ? [route] : [...chainTo(parent, routes), route];
}

/** What the application loads for the first view of each of its pages, from the list that the build leaves. */
function applicationPages(): readonly Weight[] {
  const name = readdirSync(join(client, "assets")).find((file) => /^manifest-.*\.js$/.test(file));
  if (name === undefined) throw new Error("There is no build to weigh. `npm start` makes one.");
  const source = readFileSync(join(client, "assets", name), "utf8");
  const json = source.slice(source.indexOf("{"), source.lastIndexOf("}") + 1);
  const { entry, routes } = manifestShape.parse(JSON.parse(json));
  const all = Object.values(routes);
  const parents = new Set(all.map(({ parentId }) => parentId));
  return all
    .filter(({ id }) => !parents.has(id) && !id.startsWith("public/"))
    .map((route) => {
      const chain = chainTo(route, routes);
      const path = chain.flatMap((part) => (part.path ? [part.path] : [])).join("/");
      return {
        page: path === "*" ? "(not found)" : `/${path}`,
        scripts: new Set([
          `/assets/${name}`,
          entry.module,
          ...entry.imports,
          ...chain.flatMap((part) => [part.module, ...part.imports]),
        ]),
        styles: new Set(chain.flatMap(({ css }) => css.map((file) => file.replace(/#$/, "")))),
      };
    });
}

/** Bytes of script that a public page brings along, inline or fetched, before anybody interacts. */
function publicScripts(page: string): number {
  const html = readFileSync(join(client, page), "utf8");
  const fetched = [
    ...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g),
    ...html.matchAll(/<link[^>]*rel="modulepreload"[^>]*href="([^"]+)"/g),
  ].map((match) => match[1] ?? "");
  const inline = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
    .map((match) => match[1] ?? "")
    .join("\n");
  return total(new Set(fetched)) + (inline === "" ? 0 : brotliCompressSync(inline).length);
}

const tooHeavy: string[] = [];

function judge(page: string, what: string, bytes: number, budget: number): string {
  if (bytes > budget) {
    tooHeavy.push(`${page}: ${what} ${kilobytes(bytes)}, over ${kilobytes(budget)}`);
  }
  return `${what} ${kilobytes(bytes)}`;
}

for (const page of publicPages) {
  const address = `/${page.replace(/\/?index\.html$/, "")}`;
  const scripts = judge(address, "scripts", publicScripts(page), budgets.publicScripts);
  console.log(`${address.padEnd(38)} ${scripts}`);
}
const pages = applicationPages();
for (const { page, scripts, styles } of pages) {
  const elsewhere = new Set(
    pages.filter((other) => other.page !== page).flatMap((other) => [...other.scripts]),
  );
  const own = [...scripts].filter((file) => !elsewhere.has(file));
  const services = [
    judge(page, "scripts", total(scripts), budgets.applicationScripts),
    judge(page, "of them its own", total(own), budgets.ownScripts),
    judge(page, "styles", total(styles), budgets.applicationStyles),
    `${scripts.size + styles.size} files`,
  ];
  console.log(`${page.padEnd(38)} ${services.join(", ")}`);
}
if (tooHeavy.length > 0) {
  console.error(`\nOver budget:\n${tooHeavy.join("\n")}`);
  process.exitCode = 1;
}
