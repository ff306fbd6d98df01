import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { installChromium } from "./install-chromium.ts";
import { temporaryFilesFolder } from "./temporary-files.ts";
import { readPlaywrightReport, readVitestReport, type Count } from "./test-reports.ts";

/** A failure ends the run. */
type Step = {
  readonly name: string;
  readonly title: string;
  readonly work: () => Promise<Count>;
  /** Runs only with `--only`; `--only=long` runs all of them. */
  readonly isLong?: boolean;
  /** Runs only where TEST_DATABASE_URL is set. */
  readonly needsExternalDatabase?: boolean;
  /** Runs beside the last step without this, after others that do. */
  readonly beside?: string;
};

const repository = join(import.meta.dirname, "..");
/** For all files that the tests write; removed at the end. */
const temporaryFolder = mkdtempSync(join(temporaryFilesFolder(), "gate-"));
// Writable for all, like /tmp: as root, PostgreSQL runs as another user.
chmodSync(temporaryFolder, 0o1777);
const reports = mkdtempSync(join(temporaryFolder, "reports-"));
const path = [join(repository, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
const gibibyte = 1024 ** 3;
/** The type checkers are written in Go, whose collections of garbage take a fifth of their CPU time where memory is not short. */
const forTypeCheckers =
  freemem() > 12 * gibibyte ? { GOGC: "400", GOMEMLIMIT: String(6 * gibibyte) } : {};
const running = new Set<ChildProcess>();
// Ends the running commands, so that the run ends as after a failure and removes its files.
process.once("SIGTERM", (signal) => {
  for (const child of running) child.kill(signal);
});
// A terminal sends SIGINT to the running commands too.
process.once("SIGINT", () => {});

/** A terminal shows the progress of tests. Elsewhere, as in the log of a build, the failures alone are printed. */
const isTerminal = process.stdout.isTTY;

type Outcome = { readonly succeeded: boolean; readonly output: string };

/** Runs a command. Its output is returned, or shown at once when it `isShown`. */
function run(
  command: string,
  args: readonly string[],
  { isShown = false, env = {} }: { isShown?: boolean; env?: Record<string, string> } = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: repository,
      stdio: ["ignore", isShown ? "inherit" : "pipe", isShown ? "inherit" : "pipe"],
      env: { ...forTypeCheckers, ...process.env, PATH: path, TMPDIR: temporaryFolder, ...env },
    });
    running.add(child);
    const output: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      running.delete(child);
      resolve({ succeeded: code === 0, output: Buffer.concat(output).toString() });
    });
  });
}

/** Runs commands that are not tests; only failures are counted. */
async function check(...commands: readonly (readonly [string, ...string[]])[]): Promise<Count> {
  const outcomes = await Promise.all(commands.map(([command, ...args]) => run(command, args)));
  const failed = outcomes.filter(({ succeeded }) => !succeeded);
  return {
    passed: 0,
    failed: failed.length,
    details: failed.map(({ output }) => output.trim()).join("\n\n"),
  };
}

async function vitest(
  name: string,
  args: readonly string[],
  { isShown = isTerminal, env = {} }: { isShown?: boolean; env?: Record<string, string> } = {},
): Promise<Count> {
  const file = join(reports, `${name}.json`);
  const progress = isShown ? "--reporter=dot" : "--reporter=minimal";
  const { succeeded, output } = await run(
    "vitest",
    ["run", ...args, progress, "--reporter=json", `--outputFile.json=${file}`],
    { isShown, env },
  );
  return readVitestReport(file, succeeded, output);
}

async function playwright(args: readonly string[], env = {}): Promise<Count> {
  installChromium();
  const file = join(reports, "journeys.json");
  const { succeeded, output } = await run(
    "playwright",
    ["test", ...args, `--reporter=${isTerminal ? "line,json" : "json"}`],
    { isShown: isTerminal, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
  );
  const count = readPlaywrightReport(file, succeeded, output);
  return isTerminal ? { ...count, details: "" } : count;
}

async function types(): Promise<Count> {
  const generated = await check(["react-router", "typegen"]);
  if (generated.failed > 0) return generated;
  // At once, more checkers would only read the shared types more often.
  return check(
    ...["rules", "server", "web"].map(
      (part) => ["tsc", "-p", `tsconfig.${part}.json`, "--checkers", "1"] as const,
    ),
  );
}

const isLongRun = { SAMPAN_LONG_TESTS: "1" };
/** The name of a journey also matches those that end with it. */
const longJourneys = [
  "cases",
  "interruptions",
  "dev-loop",
  "language",
  "journey",
  "offline",
  "push",
  "servers",
  "set-up",
];
const onExternalDatabase = { SAMPAN_TEST_POSTGRES: "external" };
/** On disk: the files of so many sequences do not fit in memory. */
function longTests(
  name: string,
  files: readonly string[],
  env: Record<string, string> = {},
): Promise<Count> {
  const options = { env: { ...isLongRun, TMPDIR: tmpdir(), ...env } };
  return vitest(name, ["--project", "node", ...files], options);
}

/** Server tests that do more in the long run. Those with limits of time are not run beside loops, which would slow them. */
function longTestFiles({ areTimed }: { areTimed: boolean }): string[] {
  return globSync("{src,test,sandbox,scripts}/**/*.test.ts", { cwd: repository }).filter((file) => {
    const text = readFileSync(join(repository, file), "utf8");
    const isTimed = text.includes("timeLimit(");
    return areTimed ? isTimed : !isTimed && text.includes("isLongRun");
  });
}

const externalDatabase = process.env["TEST_DATABASE_URL"] ?? "";

/** Server tests that depend on the SQL dialect, locking or migrations of the PostgreSQL version. */
const testsOfDatabase = [
  "src/platform/server/db",
  "src/money/server/wallet/ledger",
  "src/money/server/wallet/wallet.test.ts",
  "src/platform/server/jobs",
  "src/platform/server/change-stream",
  "src/goods/server/packages/lists",
  // It starts servers with a database of their own.
  "--exclude=src/platform/server/db/embedded/**",
  // Most of its time it waits for limits of time and lost connections, which are the client's.
  "--exclude=src/platform/server/db/open.test.ts",
];

/** Their SQL is of the same kinds, so that the long run alone repeats them there. */
const moreTestsOfDatabase = [
  "src/platform/server/db/open.test.ts",
  "src/money/server/wallet",
  "src/platform/server/limits",
  "src/people/server/users/admins.test.ts",
  "src/people/server/users/user-names.test.ts",
  "src/goods/server/packages/counts",
  "src/money/server/plans/locks",
  "src/app/server/backups",
];

const steps: readonly Step[] = [
  // It checks types as well, of which it needs most for its own rules.
  {
    name: "lint",
    title: "Lint, types and import boundaries",
    work: () => check(["oxlint", "--type-check"]),
  },
  { name: "format", title: "Format", beside: "lint", work: () => check(["oxfmt", "--check", "."]) },
  {
    name: "unused",
    title: "Unused code and packages",
    beside: "lint",
    work: () => check(["knip"]),
  },
  {
    name: "docs",
    title: "Generated docs are up to date",
    beside: "lint",
    work: () => check([process.execPath, "scripts/write-generated-docs.ts", "--check"]),
  },
  {
    name: "unit",
    title: "Core, server and structure tests, on the embedded PostgreSQL 18",
    work: () => vitest("unit", ["--project", "node"]),
  },
  {
    name: "build",
    title: "Build",
    work: () => check([process.execPath, "scripts/prepare.ts"]),
    beside: "unit",
  },
  {
    name: "bytes",
    title: "Page weight budgets",
    beside: "unit",
    work: () => check([process.execPath, "scripts/check-bytes.ts"]),
  },
  // Not beside the server tests: together, both take a quarter longer than one after the other.
  {
    name: "screens",
    title: "Screen tests in Chromium",
    work: () => {
      installChromium();
      return vitest("screens", ["--project", "browser"], { env: { SAMPAN_TEST_REACT: "users" } });
    },
  },
  {
    name: "postgres",
    title: "Tests of SQL, locking and migrations on the PostgreSQL of TEST_DATABASE_URL",
    beside: "screens",
    work: () =>
      vitest("postgres", ["--project", "node", ...testsOfDatabase], {
        isShown: false,
        env: onExternalDatabase,
      }),
    needsExternalDatabase: true,
  },
  { name: "e2e", title: "End-to-end tests in Chromium", work: () => playwright([]) },
  {
    name: "types",
    title: "Types of rules, server and web, by the compiler",
    work: types,
    isLong: true,
  },
  {
    name: "long-server",
    title: "Long: every fault, pair, kill and sequence",
    work: () => longTests("long-server", longTestFiles({ areTimed: false })),
    isLong: true,
  },
  {
    name: "long-limits",
    title: "Long: what must be quick, by the clock",
    work: () => longTests("long-limits", longTestFiles({ areTimed: true })),
    isLong: true,
  },
  {
    name: "long-crashes-postgres",
    title: "Long: the server killed, and more SQL, on the PostgreSQL of TEST_DATABASE_URL",
    work: () =>
      longTests(
        "long-crashes-postgres",
        ["src/app/server/money-crashes.test.ts", ...moreTestsOfDatabase],
        onExternalDatabase,
      ),
    isLong: true,
    needsExternalDatabase: true,
  },
  {
    name: "long-accessibility",
    title: "Long: axe in both widths, both colour schemes and forced colours",
    work: () => {
      installChromium();
      return vitest("long-accessibility", ["--project", "browser", "--testTimeout=120000"], {
        isShown: false,
        env: { VITE_ACCESSIBILITY: "everything" },
      });
    },
    isLong: true,
  },
  {
    name: "long-e2e",
    title: "Long: kills at every step, the development server, languages, and axe on the journey",
    work: async () => {
      const built = await check([process.execPath, "scripts/prepare.ts"]);
      return built.failed > 0 ? built : await playwright(longJourneys, isLongRun);
    },
    isLong: true,
  },
];

/** The parts asked for by `--only=lint,unit`, or all but the long ones; the external database's only when there is one. */
function chosenSteps(): readonly Step[] {
  const { values } = parseArgs({ options: { only: { type: "string" } } });
  const names = values.only?.split(",") ?? [];
  const known = new Set(["long", ...steps.map(({ name }) => name)]);
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(`Unknown step ${unknown.join(", ")}. Steps: ${[...known].join(", ")}.`);
  }
  const isChosen = ({ name, isLong = false }: Step) =>
    names.includes(name) || (isLong ? names.includes("long") : names.length === 0);
  return steps.filter(
    (step) => isChosen(step) && (step.needsExternalDatabase !== true || externalDatabase !== ""),
  );
}

/** Two lists of steps that run at the same time; those of a list run one after the other. */
type Group = readonly [Step[], Step[]];

function groupsOf(chosen: readonly Step[]): Group[] {
  const groups: Group[] = [];
  for (const step of chosen) {
    const last = groups.at(-1);
    if (last && step.beside === last[0][0]?.name) last[1].push(step);
    else groups.push([[step], []]);
  }
  return groups;
}

/** Runs one step, and prints its line and its failures in full once it has ended. */
async function runStep(step: Step): Promise<Count & { title: string }> {
  const startedAt = performance.now();
  const count = await step.work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const tests = count.passed > 0 ? `${count.passed} passed` : "passed";
  const outcome = count.failed > 0 ? "FAILED" : tests;
  console.log(`${seconds.padStart(7)} s  ${step.title}: ${outcome}`);
  if (count.failed > 0 && count.details) {
    // Some programs write colours whatever they write to.
    const { details } = count;
    console.log(`\n${isTerminal ? details : stripVTControlCharacters(details)}\n`);
  }
  return { ...count, title: step.title };
}

/** Runs steps one after the other until one fails. */
async function runInTurn(inTurn: readonly Step[]): Promise<Awaited<ReturnType<typeof runStep>>[]> {
  const done = [];
  for (const step of inTurn) {
    const outcome = await runStep(step);
    done.push(outcome);
    if (outcome.failed > 0) break;
  }
  return done;
}

async function runSteps(chosen: readonly Step[]): Promise<Count> {
  const total = { passed: 0, failed: 0 };
  const done = new Set<string>();
  const failures: string[] = [];
  for (const group of groupsOf(chosen)) {
    for (const step of (await Promise.all(group.map(runInTurn))).flat()) {
      total.passed += step.passed;
      total.failed += step.failed;
      done.add(step.title);
      failures.push(...(step.failures ?? []));
    }
    if (total.failed > 0) break;
  }
  for (const { title } of chosen) if (!done.has(title)) console.log(`  not run: ${title}`);
  if (externalDatabase === "" && chosen.some(({ name }) => name === "unit")) {
    console.log(
      "TEST_DATABASE_URL is not set: the server tests ran on the embedded PostgreSQL only.",
    );
  }
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n")}`);
  return total;
}

try {
  const total = await runSteps(chosenSteps());
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(temporaryFolder, { recursive: true, force: true, maxRetries: 5 });
}
