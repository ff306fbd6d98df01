// The modules of the business: one order, in which each uses only what lies below it, in the database too.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { modules, type Module } from "./modules.ts";
import { repository, sourceFiles, type SourceFile } from "./source-files.ts";

const moduleOf = (path: string) => path.split("/")[1] as Module;
const isAbove = (one: Module, other: Module) => modules.indexOf(one) < modules.indexOf(other);

/** The module of each table, by its name in code: the one whose `server/tables.ts` describes it. */
function ownersOf(files: readonly SourceFile[]): ReadonlyMap<string, Module> {
  return new Map(
    files.flatMap(({ path, text }) => {
      const [, members = ""] = /^export interface DB \{\n(.*?)^\}/ms.exec(text) ?? [];
      return [...members.matchAll(/^ {2}(\w+): /gm)].map(
        ([, name = ""]) => [name, moduleOf(path)] as const,
      );
    }),
  );
}

const inCode = (name: string) =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const calls =
  /\b(?:(?:selectFrom|insertInto|updateTable|deleteFrom|(?:inner|left|right|cross)Join|using|from|ref|table)\(|(?:Row|Insert|Update)Of<)\s*(\[[^\]]*\]|"[A-Za-z]+)/g;
const words =
  /\b(?:from|join|into|update|using|lateral|table|exists)\s+((?:(?:only\s+)?[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?\s*,\s*)*(?:only\s+)?[a-z_]+)/gi;

/** The tables that the text of a file names, as code writes them. */
function tablesIn(text: string): string[] {
  const built = [...text.matchAll(calls)].flatMap(([, names = ""]) =>
    [...names.matchAll(/"([A-Za-z]+)/g)].map(([, name = ""]) => name),
  );
  const written = [...text.matchAll(words)].flatMap(([, names = ""]) =>
    names.split(",").map(
      (name) =>
        name
          .trim()
          .replace(/^only\s+/i, "")
          .split(/\s/)[0] ?? "",
    ),
  );
  return [...built, ...written.map(inCode)];
}

/** What reaches the database outside the files that may. */
const reaches =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|(?<![\w.])sql(?:<[^`]*>)?`/;
const mayReach = /-queries\.ts$|^src\/\w+\/server\/db\/|^src\/platform\/server\/jobs\//;

function queriesElsewhere(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path, text }) => !mayReach.test(path) && reaches.test(text))
    .map(({ path }) => path);
}

/** Each use of a table whose module is above that of the file. */
function tablesAgainstTheOrder(
  files: readonly SourceFile[],
  owners: ReadonlyMap<string, Module>,
): string[] {
  return files.flatMap(({ path, text }) => {
    return [...new Set(tablesIn(text))].flatMap((name) => {
      const owner = owners.get(name);
      const isWrong = owner !== undefined && isAbove(owner, moduleOf(path));
      return isWrong
        ? [`${path} uses ${name} of ${owner}: let ${owner} listen to what the module announces`]
        : [];
    });
  });
}

const tableFiles = sourceFiles("src/*/server/tables.ts");
const serverFiles = sourceFiles("src/*/server/**/*.ts").filter(
  ({ path }) => !path.includes(".test.") && !path.includes("/migrations/"),
);

test("every folder of src but the messages is a module", () => {
  const folders = new Set(sourceFiles("src/**/*.{ts,tsx}").map(({ path }) => moduleOf(path)));
  expect([...folders].toSorted()).toEqual([...modules].toSorted());
});

test("queries use tables of their own module and of those below", () => {
  const owners = ownersOf(tableFiles);
  expect(owners.size).toBeGreaterThan(80);
  expect(tablesAgainstTheOrder(serverFiles, owners)).toEqual([]);
});

test("the database is reached from queries alone", () => {
  expect(queriesElsewhere(serverFiles)).toEqual([]);
});

/** The modules that the linter refuses to each module. */
function refusedByLint(config: string): Record<string, readonly string[]> {
  const captured = z.object({ element: z.object({ captured: z.object({ module: z.unknown() }) }) });
  const policy = z.object({
    from: captured,
    disallow: z.object({ to: captured }),
  });
  const rules = z
    .object({
      rules: z.object({
        "boundaries/dependencies": z.tuple([
          z.string(),
          z.object({ policies: z.array(z.unknown()) }),
        ]),
      }),
    })
    .parse(JSON.parse(config)).rules["boundaries/dependencies"][1].policies;
  return Object.fromEntries(
    rules.flatMap((rule) => {
      const { data } = policy.safeParse(rule);
      return data === undefined
        ? []
        : [[data.from.element.captured.module, data.disallow.to.element.captured.module]];
    }),
  ) as Record<string, readonly string[]>;
}

/** What each module may not import: all that is above it. */
const refused = Object.fromEntries(
  modules.slice(1).map((module, place) => [module, modules.slice(0, place + 1)]),
);

test("the linter refuses to each module those above it", () => {
  expect(refusedByLint(readFileSync(join(repository, ".oxlintrc.json"), "utf8"))).toEqual(refused);
});

/** The modules of the first table that names them, from the top down. */
const namedIn = (text: string) =>
  [...text.matchAll(/^\| `src\/(\w+)` +\|/gm)].map(([, name]) => name);

test("the architecture names and draws the modules in their order", () => {
  const architecture = readFileSync(join(repository, "docs/architecture.md"), "utf8");
  expect(namedIn(architecture)).toEqual([...modules]);
  expect(architecture).toContain(`  ${modules.join(" --> ")}\n`);
});

test("what runs against the order is reported", () => {
  const owners = ownersOf([
    {
      path: "src/goods/server/tables.ts",
      text: "export interface DB {\n  shippingLegs: ShippingLegs;\n}",
    },
  ]);
  const file = (path: string, text: string) => [{ path, text }];
  const select = 'db.selectFrom("shippingLegs")';
  expect(tablesAgainstTheOrder(file("src/money/server/a.ts", select), owners)).toEqual([
    "src/money/server/a.ts uses shippingLegs of goods: let goods listen to what the module announces",
  ]);
  expect(
    tablesAgainstTheOrder(file("src/money/server/a.ts", "delete from shipping_legs"), owners),
  ).toHaveLength(1);
  for (const text of [
    'db.selectFrom(["profiles", "shippingLegs"])',
    "select 1 from profiles p, only shipping_legs where true",
    'type Leg = RowOf<"shippingLegs">;',
  ])
    expect(tablesAgainstTheOrder(file("src/money/server/a.ts", text), owners)).toHaveLength(1);
  expect(tablesAgainstTheOrder(file("src/shipping/server/a.ts", select), owners)).toEqual([]);
  expect(queriesElsewhere(file("src/goods/server/packages.ts", select))).toHaveLength(1);
  expect(queriesElsewhere(file("src/goods/server/packages.ts", "sql`select 1`"))).toHaveLength(1);
  expect(queriesElsewhere(file("src/goods/server/package-queries.ts", select))).toEqual([]);
  expect(refusedByLint('{"rules":{"boundaries/dependencies":["error",{"policies":[]}]}}')).toEqual(
    {},
  );
  expect(namedIn("| `src/money` | wallet |\n| money |")).toEqual(["money"]);
});
