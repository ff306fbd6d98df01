// Shows which wrong changes the tests notice: each mutation of the list is made in a worktree of its own, of the last commit,
// and runs, nearest first, the tests that `npm run test:changed` selects for its file, then all others of the server, until
// one fails.
//
//   node scripts/run.mjs node scripts/mutations.ts [--only=PART] [--until=STAGE] [--results=FILE] [--before=FILE]
//
// `--only` takes those whose file or description has PART; `--until` ends with the tests that name most of the file's
// functions (named), stand beside it (beside), are of its module, of access, or selected. Results are kept in FILE, so that
// another run goes on. `--before` judges those of an earlier file of results again, first by what noticed them then: for tests
// that were changed since. The table of all results is printed at the end.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  createVitest,
  type TestModule,
  type TestSequencer,
  type TestSequencerConstructor,
  type TestSpecification,
} from "vitest/node";
import { findImporters, readSources, selectTests } from "./changed-tests.ts";
import { applyMutation, mutations, type Mutation } from "./mutations/all-mutations.ts";
import { temporaryFilesFolder } from "./temporary-files.ts";

const stages = ["named", "beside", "module", "access", "selected", "all"] as const;
type Stage = (typeof stages)[number];

/** `noticedBy`: the first test that failed; null where none did. `among`: the last tests that ran. */
type Result = {
  readonly noticedBy: string | null;
  readonly among: Stage;
  readonly seconds: number;
};

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    results: { type: "string", default: join(tmpdir(), "sampan-mutations.json") },
    until: { type: "string", default: "all" },
    before: { type: "string" },
  },
});

const repository = join(import.meta.dirname, "..");
process.env["TMPDIR"] = temporaryFilesFolder();
const folder = mkdtempSync(join(tmpdir(), "mutations-"));
const worktree = join(folder, "worktree");

function git(...args: readonly string[]): void {
  const { status, stderr } = spawnSync("git", args, { cwd: repository, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

// However the run ends: PostgreSQL's supervisor ends the process after a signal.
process.once("exit", () => {
  git("worktree", "remove", "--force", worktree);
  rmSync(folder, { recursive: true, force: true });
});
git("worktree", "add", "--detach", worktree, "HEAD");
symlinkSync(join(repository, "node_modules"), join(worktree, "node_modules"));
/** Vitest calls it with `new`. */
const AsGiven = function asGiven(): TestSequencer {
  const same = async (tests: TestSpecification[]) => tests;
  return { shard: same, sort: same };
} as unknown as TestSequencerConstructor;

/** The test files of a run that came to an end; Vitest's own answer still has those of earlier runs. */
const ended: TestModule[] = [];
// One for all runs: starting PostgreSQL and loading the server take longer than most of the tests.
const vitest = await createVitest("test", {
  root: worktree,
  project: ["node"],
  bail: 1,
  watch: false,
  reporters: [{ onTestModuleEnd: (module) => void ended.push(module) }],
  sequence: { sequencer: AsGiven },
});
const fileOf = ({ moduleId }: { readonly moduleId: string }) => relative(worktree, moduleId);
// The test of the list fails for every change of it.
const specifications = (await vitest.globTestSpecifications()).filter(
  (one) => !fileOf(one).startsWith("scripts/mutations/"),
);
const sources = readSources(worktree);

function exportsOf(file: string): string[] {
  const found = sources.get(file)?.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm) ?? [];
  return [...found].map(([, name = ""]) => name);
}

/** The tests, first those that name most of what a file and its importers export, of two the shorter one. */
function inOrderFor(file: string) {
  const importers = findImporters(sources).get(file) ?? [];
  const names = new RegExp(`\\b(?:${[file, ...importers].flatMap(exportsOf).join("|")})\\b`, "g");
  return specifications
    .map((test) => {
      const text = sources.get(fileOf(test)) ?? "";
      return { test, length: text.length, named: new Set(text.match(names)).size };
    })
    .toSorted((one, other) => other.named - one.named || one.length - other.length);
}

const mostNamed = 8;

/**
 * Each stage with its tests that no earlier one has, the file that is `noticing` at the beginning. Of platform, access comes first:
 * its own tests are many and slow.
 */
function testsByStage(file: string, noticing?: string) {
  const { tests, everythingFor } = selectTests([file], sources);
  const isOfEverything = everythingFor !== undefined;
  const [moduleFolder = ""] = /^src\/\w+\//.exec(file) ?? [];
  const isNoticing = (one: TestSpecification) => fileOf(one) === noticing;
  const byName = inOrderFor(file);
  const ordered = byName.toSorted(
    (a, b) => Number(isNoticing(b.test)) - Number(isNoticing(a.test)),
  );
  const isSelected = (one: TestSpecification) => isOfEverything || tests.has(fileOf(one));
  const first = ordered.filter(({ test, named }) => named > 0 && isSelected(test));
  const named = new Set(first.slice(0, mostNamed).map(({ test }) => test));
  const stageOf = ({ test }: (typeof ordered)[number]): Stage => {
    const path = fileOf(test);
    if (isNoticing(test)) return "named";
    if (!isSelected(test)) return "all";
    if (named.has(test)) return "named";
    if (dirname(path) === dirname(file)) return "beside";
    if (path.startsWith("test/access/")) return "access";
    return path.startsWith(moduleFolder) ? "module" : "selected";
  };
  const byStage = Map.groupBy(ordered, stageOf);
  const inOrder = isOfEverything
    ? (["named", "beside", "access", "module", "selected"] as const)
    : stages;
  return inOrder.map((stage) => ({
    stage,
    tests: (byStage.get(stage) ?? []).map(({ test }) => test),
  }));
}

let isStopped = false;
// A terminal sends it to the tests too; what they say then is no result.
process.once("SIGINT", () => {
  isStopped = true;
  void vitest.cancelCurrentRun("keyboard-input");
});

/** Whether a file passed to its end, which it does not reach when another one fails. */
function isWhole(module: TestModule): boolean {
  return module.state() === "passed" && module.children.allTests("skipped").next().done === true;
}

/** What failed first of some tests, if anything, and those that passed. */
async function runTests(tests: TestSpecification[]) {
  ended.length = 0;
  await vitest.runTestSpecifications(tests);
  // A run that another failure has just cancelled starts none.
  for (let tries = 0; ended.length === 0 && tries < 20 && !isStopped; tries += 1) {
    await setTimeout(500);
    await vitest.runTestSpecifications(tests);
  }
  const failed = ended.find((module) => module.state() === "failed");
  const [test] = failed?.children.allTests("failed") ?? [];
  return {
    failed: failed && { file: fileOf(failed), title: test?.fullName ?? "the file" },
    passed: new Set(ended.filter(isWhole).map(fileOf)),
  };
}

/** The first test that fails, if any, and again alone: on a busy machine one may fail by chance. */
async function findFailure(tests: readonly TestSpecification[]): Promise<string | undefined> {
  let left = [...tests];
  while (left.length > 0 && !isStopped) {
    const { failed, passed } = await runTests(left);
    if (failed === undefined) return undefined;
    const isOfFailed = (one: TestSpecification) => fileOf(one) === failed.file;
    if ((await runTests(left.filter(isOfFailed))).failed) return `${failed.file} > ${failed.title}`;
    left = left.filter((one) => !isOfFailed(one) && !passed.has(fileOf(one)));
  }
  return undefined;
}

/** By what is changed, so that a result ends with its mutation. */
const keyOf = ({ file, text, replacement }: Mutation) => [file, text, replacement].join("\n");

function readResults(file: string): Map<string, Result> {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "[]";
  return new Map(JSON.parse(text) as [string, Result][]);
}

const results = readResults(values.results);
const before = values.before === undefined ? null : readResults(values.before);

/** The stages that are left for a mutation: none once it was noticed. */
function stagesLeft(mutation: Mutation) {
  const [noticing] = before?.get(keyOf(mutation))?.noticedBy?.split(" > ") ?? [];
  const staged = testsByStage(mutation.file, noticing);
  const known = results.get(keyOf(mutation));
  if (typeof known?.noticedBy === "string") return [];
  const placeOf = (name: string | undefined) => staged.findIndex(({ stage }) => stage === name);
  const end = placeOf(values.until);
  return staged.slice(placeOf(known?.among) + 1, end === -1 ? staged.length : end + 1);
}

/** Runs the stages until a test notices the mutation, and keeps what came of each. */
async function judge(mutation: Mutation, left: ReturnType<typeof testsByStage>): Promise<void> {
  const path = join(worktree, mutation.file);
  const source = readFileSync(path, "utf8");
  const startedAt = performance.now();
  writeFileSync(path, applyMutation(source, mutation));
  vitest.invalidateFile(path);
  for (const { stage: among, tests } of left) {
    const noticedBy = (await findFailure(tests)) ?? null;
    if (isStopped) return;
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    results.set(keyOf(mutation), { noticedBy, among, seconds });
    writeFileSync(values.results, JSON.stringify([...results], null, 1));
    console.log(`${mutation.breaks}: ${noticedBy ?? `not noticed (${among})`}, ${seconds} s`);
    if (noticedBy !== null) break;
  }
  writeFileSync(path, source);
  vitest.invalidateFile(path);
}

async function judgeChosen(): Promise<void> {
  const chosen = mutations.filter(
    (one) =>
      (one.file.includes(values.only) || one.breaks.includes(values.only)) &&
      before?.has(keyOf(one)) !== false &&
      one.equivalent === undefined,
  );
  // One of each file first, so that a run that is stopped has seen something of all.
  const placeInFile = (one: Mutation) =>
    chosen.filter(({ file }) => file === one.file).indexOf(one);
  for (const one of chosen.toSorted((a, b) => placeInFile(a) - placeInFile(b))) {
    const left = stagesLeft(one);
    if (left.length > 0 && !isStopped) await judge(one, left);
  }
}

/** What noticed a change must pass without it. */
async function checkWithoutChange(): Promise<void> {
  const files = new Set([...results.values()].map(({ noticedBy }) => noticedBy?.split(" > ")[0]));
  const failure = await findFailure(specifications.filter((one) => files.has(fileOf(one))));
  if (failure !== undefined) console.log(`\nFails without a change too: ${failure}`);
}

/** Whether the test that noticed a change is selected for its file: narrowly, or as all are. */
function selectionOf({ file, noticedBy }: Mutation & Result): "narrow" | "all" | "none" {
  const { tests, everythingFor } = selectTests([file], sources);
  if (everythingFor !== undefined) return "all";
  return tests.has(noticedBy?.split(" > ")[0] ?? "") ? "narrow" : "none";
}

function printTable(): void {
  const judged = mutations.flatMap((one) => {
    const result = results.get(keyOf(one));
    return result === undefined || one.equivalent !== undefined ? [] : [{ ...one, ...result }];
  });
  console.log("\n| file | what is wrong | noticed by | among |\n| --- | --- | --- | --- |");
  for (const { file, breaks, noticedBy, among } of judged) {
    console.log(`| ${file} | ${breaks} | ${noticedBy ?? "nothing"} | ${among} |`);
  }
  for (const { file, breaks, equivalent } of mutations) {
    if (equivalent !== undefined)
      console.log(`| ${file} | ${breaks} | equivalent: ${equivalent} | |`);
  }
  const noticed = judged.filter(({ noticedBy }) => noticedBy !== null);
  const percent = ((100 * noticed.length) / judged.length).toFixed(1);
  const bySelection = Map.groupBy(noticed, selectionOf);
  const countOf = (selection: ReturnType<typeof selectionOf>) =>
    bySelection.get(selection)?.length ?? 0;
  console.log(
    `\n${noticed.length} of ${judged.length} noticed (${percent} %): ${countOf("narrow")} by the tests selected for the file, ` +
      `${countOf("all")} where all are selected, ${countOf("none")} by others; the list has ${mutations.length}.`,
  );
}

await judgeChosen();
if (!isStopped) await checkWithoutChange();
printTable();
await vitest.close();
process.exit();
