// Which tests a change touches, read from the imports upwards.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The text of each file by its path in the repository. */
type Sources = ReadonlyMap<string, string>;

export function readSources(repository: string): Sources {
  const paths = globSync("{src,test,sandbox,scripts}/**/*.{ts,tsx}", { cwd: repository });
  return new Map(paths.map((path) => [path, readFileSync(join(repository, path), "utf8")]));
}

type Selection = {
  /** The changed file for which everything must run. */
  readonly everythingFor: string | undefined;
  /** Each test with the changed file that it is chosen for; those that always run have none. */
  readonly tests: ReadonlyMap<string, string | undefined>;
};

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const moduleOf = (path: string) => /^src\/\w+\//.exec(path)?.[0] ?? "";

/** What everything rests on, where no import may show it. */
const concernsEverything = (path: string) =>
  !isTest(path) && /^(?:src\/platform|test|sandbox)\/|^[^/]+\.(?:ts|json)$/.test(path);

/** What a module's tests use without importing it: the server's alone in `server`, else its screens, and both in `common`. */
function usesMessages(test: string, messages: string): boolean {
  const [, module = "", bundle = ""] = /^(src\/\w+\/)messages\/(\w+)/.exec(messages) ?? [];
  if (module === "" || !test.startsWith(module)) return false;
  return bundle === "common" || (bundle === "server") === test.endsWith(".ts");
}

/** The names of the operations that contracts describe. */
function operationsIn(contracts: readonly string[], sources: Sources): RegExp | null {
  const names = contracts.flatMap((path) =>
    [...(sources.get(path)?.matchAll(/^ {2}(\w+): procedure\(/gm) ?? [])].map(([, name]) => name),
  );
  return names.length > 0 ? new RegExp(`\\b(?:${names.join("|")})\\b`) : null;
}

const isContract = (path: string) => /^src\/\w+\/contract\//.test(path);

/** The tests of access, structure and the ledger. */
const runsAlways =
  /^test\/(?:access|structure)\/|^src\/money\/(?:rules|server\/wallet)\/ledger[\w-]*\.test\.ts$/;

/** Types are left out: they are gone when the code runs. */
const importPattern =
  /^(?:import|export)\b(?! type\b)[^;"]*?\bfrom "([#.][^"]+)"|^import "([#.][^"]+)"|\bimport\("([#.][^"]+)"\)/gm;

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(importPattern)].map(([, from, alone, later]) => {
    const name = from ?? alone ?? later ?? "";
    return name.startsWith(".") ? join(dirname(path), name) : name.replace("#", "src/");
  });
}

/** The importers of each file but `app` and `test`, which import everything. */
export function findImporters(sources: Sources): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, text] of sources) {
    if (!path.startsWith("src/app/") && !path.startsWith("test/")) {
      for (const imported of importsOf(path, text)) {
        importers.set(imported, [...(importers.get(imported) ?? []), path]);
      }
    }
  }
  return importers;
}

/**
 * The tests that a change of the files `changed` touches. Screens and rules: those that import one of them, directly or
 * not. Server, whose tests call the API: those that stand beside such a file, and of its module those that name an operation of a
 * contract among them; a screen's types of it are gone. For messages, those of the module that show them.
 */
export function selectTests(changed: readonly string[], sources: Sources): Selection {
  const importers = findImporters(sources);
  const all = [...sources.keys()].filter(isTest);
  const tests = new Map<string, string | undefined>();
  for (const start of changed) {
    const reached = new Set([start]);
    for (const path of reached) {
      for (const importer of importers.get(path) ?? []) reached.add(importer);
    }
    const folders = new Set(
      [...reached]
        .filter((path) => !isTest(path) && !path.includes("/web/"))
        .map((path) => dirname(path)),
    );
    const contracts = [...reached].filter((path) => isContract(path));
    const named = isContract(start) ? operationsIn(contracts, sources) : null;
    const callsOperation = (test: string) =>
      named !== null &&
      test.endsWith(".ts") &&
      test.startsWith(moduleOf(start)) &&
      named.test(sources.get(test) ?? "");
    const isChosen = (test: string) =>
      reached.has(test) ||
      folders.has(dirname(test)) ||
      callsOperation(test) ||
      usesMessages(test, start);
    for (const test of all) if (!tests.has(test) && isChosen(test)) tests.set(test, start);
  }
  for (const test of all) if (!tests.has(test) && runsAlways.test(test)) tests.set(test, undefined);
  return { everythingFor: changed.find(concernsEverything), tests };
}
