// A page has the sentences that it may show: they are in a bundle that its route or a layout around it loads.
import { posix } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#app/web/routes.ts";
import { bundles, cataloguesIn, namedIn, type Bundle, type Catalogue } from "./messages.ts";
import { modules } from "./modules.ts";
import { sourceFiles, type SourceFile } from "./source-files.ts";

const sources = sourceFiles("src/**/*.{ts,tsx}").filter(({ path }) => !path.includes(".test."));

/**
 * They put ids of errors together: the catalogue, those in `common` that screens find themselves, and the audit log, which
 * loads the server's.
 */
const filesOfErrors = [
  "src/platform/contract/errors.ts",
  "src/ui/web/i18n/texts.ts",
  "src/office/web/admin/audit/audit-labels.ts",
];

const imported = /(?:from|import\(|import)\s*"([#.][^"?]+)"/g;

/** What a file imports at once or later, and what fills its slots; no types. */
function dependenciesOf({ path, text }: SourceFile, slots: ReadonlyMap<string, string>): string[] {
  const code = text.replaceAll(/import type [^;]*;/g, "");
  const imports = [...code.matchAll(imported)].map(([, name = ""]) =>
    name.startsWith("#")
      ? name.replace("#", "src/")
      : posix.normalize(posix.join(posix.dirname(path), name)),
  );
  const filled = [...code.matchAll(/\bslot\("(\w+)"\)/g)].map(([, name = ""]) => slots.get(name));
  return [...imports, ...filled.filter((file) => file !== undefined)];
}

const slotsFile = "src/app/web/layout/filled-slots.ts";

type Sources = ReadonlyMap<string, { readonly uses: readonly string[]; readonly text: string }>;

function readSources(files: readonly SourceFile[]): Sources {
  const filled = files.find(({ path }) => path === slotsFile)?.text ?? "";
  const slots = new Map(
    [...filled.matchAll(/(\w+): async \(\) =>\s*\(await import\("#([^"]+)"\)/g)].map(
      ([, name = "", file = ""]) => [name, `src/${file}`] as const,
    ),
  );
  return new Map(
    files
      // Its parts are those of the pages that have the slots.
      .filter(({ path }) => path !== slotsFile)
      .map((file) => [file.path, { uses: dependenciesOf(file, slots), text: file.text }]),
  );
}

/** The files that `starts` need, and those that these need, and so on. */
function reachedFrom(starts: readonly string[], all: Sources): ReadonlySet<string> {
  const found = new Set(starts);
  for (const path of found) for (const next of all.get(path)?.uses ?? []) found.add(next);
  return found;
}

/** The page of each route with the layouts around it and the document. */
function chainsOf(
  entries: readonly RouteConfigEntry[],
  around: readonly string[],
): readonly (readonly string[])[] {
  return entries.flatMap(({ file, children = [] }) => {
    const chain = [...around, posix.normalize(posix.join("src/app/web", file))];
    return children.length === 0 ? [chain] : chainsOf(children, chain);
  });
}

const document = ["src/app/web/entry.client.tsx", "src/app/web/root.tsx"];

/** The bundle in which each sentence of `ids` belongs, by the pages that may show it. */
function placesOf(
  ids: readonly string[],
  chains: readonly (readonly string[])[],
  all: Sources,
): ReadonlyMap<string, Bundle> {
  const users = new Map(
    [...all].map(([path, { text }]) => {
      const isNamed = namedIn(text);
      const isLoadedElsewhere = (id: string) =>
        filesOfErrors.includes(path) && id.startsWith("errors.");
      return [path, ids.filter((id) => isNamed(id) && !isLoadedElsewhere(id))] as const;
    }),
  );
  const shownBy = new Map(ids.map((id) => [id, new Set<Bundle>()]));
  for (const chain of [document, ...chains]) {
    const reached = reachedFrom(chain, all);
    const loaded = bundles.filter((bundle) => reached.has(`src/app/web/messages/${bundle}.ts`));
    const own = loaded.find((bundle) => bundle !== "common") ?? "common";
    for (const path of reached)
      for (const id of users.get(path) ?? [])
        if (chain === document || !shownBy.get(id)?.has("common")) shownBy.get(id)?.add(own);
  }
  return new Map(
    [...shownBy].map(([id, [one, ...others]]) => [
      id,
      one === undefined ? "server" : others.length === 0 ? one : "common",
    ]),
  );
}

test("every sentence is in the bundle of the pages that show it, or in `common` where several do", () => {
  const catalogues = cataloguesIn("en");
  const ids = catalogues.flatMap(({ sentences }) => Object.keys(sentences));
  expect(new Set(ids).size).toBe(ids.length);
  const places = placesOf(ids, chainsOf(routes, document), readSources(sources));
  const common = catalogues.find(
    ({ module, bundle }) => module === "platform" && bundle === "common",
  );
  const isFoundError = (id: string) => id.startsWith("errors.") && common?.sentences[id];
  const misplaced = catalogues.flatMap(({ module, bundle, sentences }) =>
    Object.keys(sentences)
      .filter((id) => places.get(id) !== bundle && !isFoundError(id))
      .map((id) => `${module} ${bundle}: ${id} belongs in ${places.get(id)}`),
  );
  expect(misplaced).toEqual([]);
});

/** Sentences that a file names although their module stands above its own. */
function namedBelow(files: readonly SourceFile[], catalogues: readonly Catalogue[]): string[] {
  const moduleOf = (path: string) => modules.findIndex((name) => path.startsWith(`src/${name}/`));
  return files.flatMap(({ path, text }) => {
    const isNamed = namedIn(text);
    return catalogues
      .filter(({ module }) => modules.indexOf(module) < moduleOf(path))
      .flatMap(({ sentences }) => Object.keys(sentences).filter(isNamed))
      .map((id) => `${path}: ${id}`);
  });
}

test("a module names sentences of its own and of those below it", () => {
  expect(namedBelow(sources, cataloguesIn("en"))).toEqual([]);
});

test("a sentence of a module above is reported", () => {
  const file = { path: "src/money/web/wallet.tsx", text: 't("a.customs"); t("a.retry")' };
  const catalogues: readonly Catalogue[] = [
    { module: "shipping", bundle: "customer", sentences: { "a.customs": "Customs" } },
    { module: "ui", bundle: "common", sentences: { "a.retry": "Try again" } },
  ];
  expect(namedBelow([file], catalogues)).toEqual(["src/money/web/wallet.tsx: a.customs"]);
});

test("a sentence of another place is reported: it follows the pages that show it", () => {
  const page = (path: string, text: string) => ({ path: `src/app/web/${path}`, text });
  const all = readSources([
    page("root.tsx", 'import "./messages/common.ts"; t("a.root")'),
    page("customer.tsx", 'import "./messages/customer.ts"'),
    page("staff.tsx", 'import "./messages/staff.ts"'),
    page("wallet.tsx", 'import "./parts.tsx"; slot("extra")'),
    page("users.tsx", 'const Parts = lazy(() => import("./parts.tsx")); t(`a.state.${state}`)'),
    page("parts.tsx", 't("a.parts")'),
    page("extra.tsx", 't("a.extra")'),
    page(
      "layout/filled-slots.ts",
      'extra: async () => (await import("#app/web/extra.tsx")).Extra, ',
    ),
  ]);
  const chain = (layout: string, file: string) => [
    "src/app/web/root.tsx",
    `src/app/web/${layout}.tsx`,
    `src/app/web/${file}.tsx`,
  ];
  const ids = ["a.root", "a.parts", "a.extra", "a.state.paid", "a.email"];
  const chains = [chain("customer", "wallet"), chain("staff", "users")];
  expect(Object.fromEntries(placesOf(ids, chains, all))).toEqual({
    "a.root": "common",
    "a.parts": "common",
    "a.extra": "customer",
    "a.state.paid": "staff",
    "a.email": "server",
  });
});
