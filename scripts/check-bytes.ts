// Checks how many bytes the first view of every page of the built product loads, against budgets.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import * as z from "zod";
import { languages } from "#platform/rules/language.ts";
import { publicAddresses } from "#platform/rules/page-addresses.ts";
import { messageFilesIn } from "#app/server/http/page-routes.ts";

const client = join(import.meta.dirname, "../build/client");

/** Bytes after brotli compression; a KB has 1000. */
const budgets = {
  /** With the messages of the language that has the most; for pages with large forms, the heaviest. */
  applicationScripts: 281_000,
  /** Of half of the pages. */
  medianScripts: 253_000,
  signInScripts: 234_000,
  /** Scripts and styles that half of the pages ask for at first. */
  medianFiles: 24,
  applicationStyles: 28_000,
  /** Scripts that no other page loads; later ones, such as charts, do not count. */
  ownScripts: 30_000,
  publicScripts: 1_500,
};

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

type PageFiles = {
  /** The file of the page, such as `wallet/wallet-page`. */
  readonly id: string;
  readonly page: string;
  readonly scripts: ReadonlySet<string>;
  readonly styles: ReadonlySet<string>;
};

const sizes = new Map<string, number>();

/** Compressed bytes of the file at `address`. */
function sizeOf(address: string): number {
  const known = sizes.get(address);
  if (known !== undefined) return known;
  const bytes = readFileSync(join(client, `${address}.br`)).length;
  sizes.set(address, bytes);
  return bytes;
}

function total(addresses: Iterable<string>): number {
  return [...addresses].reduce((sum, address) => sum + sizeOf(address), 0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

/** The route of `/dashboard/wallet` with its layout and the document around it, outermost first. */
function chainTo(route: ManifestRoute, routes: Record<string, ManifestRoute>): ManifestRoute[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent === undefined ? [route] : [...chainTo(parent, routes), route];
}

/** The files of the first view of each page, from the build's manifest. */
function applicationPages(): readonly PageFiles[] {
  const name = readdirSync(join(client, "assets")).find((file) => /^manifest-.*\.js$/.test(file));
  if (name === undefined) throw new Error("There is no build. `npm start` makes one.");
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
        id: route.id,
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

/** Bytes of the scripts of a public page, inline or fetched, before any interaction. */
function publicScripts(address: string): number {
  const html = readFileSync(join(client, address, "index.html"), "utf8");
  const fetched = [
    ...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g),
    ...html.matchAll(/<link[^>]*rel="modulepreload"[^>]*href="([^"]+)"/g),
  ].map((match) => match[1] ?? "");
  const inline = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
    .map((match) => match[1] ?? "")
    .join("\n");
  return total(new Set(fetched)) + (inline === "" ? 0 : brotliCompressSync(inline).length);
}

/** Bytes of the messages that `scripts` load, in the language that has the most. */
function messages(scripts: ReadonlySet<string>): number {
  const texts = [...scripts].map((file) => readFileSync(join(client, file), "utf8"));
  const sums = languages.map((language) =>
    total(new Set(texts.flatMap((text) => messageFilesIn(text, language)))),
  );
  return Math.max(...sums);
}

/** Those that no other page loads at once. */
function ownScripts(page: PageFiles, pages: readonly PageFiles[]): readonly string[] {
  const elsewhere = new Set(
    pages.filter((other) => other !== page).flatMap((other) => [...other.scripts]),
  );
  return [...page.scripts].filter((file) => !elsewhere.has(file));
}

const overBudget: string[] = [];

function checkBudget(page: string, what: string, bytes: number, budget: number): string {
  if (bytes > budget) {
    overBudget.push(`${page}: ${what} ${kilobytes(bytes)}, over ${kilobytes(budget)}`);
  }
  return `${what} ${kilobytes(bytes)}`;
}

for (const address of publicAddresses) {
  const scripts = checkBudget(address, "scripts", publicScripts(address), budgets.publicScripts);
  console.log(`${address.padEnd(38)} ${scripts}`);
}
const pages = applicationPages();
for (const one of pages) {
  const { id, page, scripts, styles } = one;
  const scriptBudget = id.includes("/auth/") ? budgets.signInScripts : budgets.applicationScripts;
  const columns = [
    checkBudget(page, "scripts", total(scripts) + messages(scripts), scriptBudget),
    checkBudget(page, "own scripts", total(ownScripts(one, pages)), budgets.ownScripts),
    checkBudget(page, "styles", total(styles), budgets.applicationStyles),
    `${scripts.size + styles.size} files`,
  ];
  console.log(`${page.padEnd(38)} ${columns.join(", ")}`);
}
function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

const half = medianOf(pages.map(({ scripts }) => total(scripts) + messages(scripts)));
const files = medianOf(pages.map(({ scripts, styles }) => scripts.size + styles.size));
console.log(
  `${checkBudget("half of the pages", "scripts", half, budgets.medianScripts)}, ${files} files`,
);
if (files > budgets.medianFiles)
  overBudget.push(`half of the pages ask for more than ${files} files`);
if (overBudget.length > 0) {
  console.error(`\nOver budget:\n${overBudget.join("\n")}`);
  process.exitCode = 1;
}
