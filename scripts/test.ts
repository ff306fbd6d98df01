// Runs every check and every test in order, stops at the first that fails, and says what ran and for how long.
import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";
import { installChromium } from "./install-chromium.ts";
import { placeForTemporaryFiles } from "./temporary-files.ts";

/** How many tests of one part passed and failed. */
type Count = { readonly passed: number; readonly failed: number };

/** One part of the gate; `work` answers with its count, and a failure in it ends the run. */
type Part = {
  readonly name: string;
  readonly title: string;
  readonly work: () => Promise<Count>;
  /** Runs only when it is asked for by name: it takes as long as all the others together. */
  readonly isLong?: boolean;
  /**
   * Runs at the same time as the part before it, where that is asked for too: neither keeps both cores busy by
   * itself. What it prints is kept until it fails.
   */
  readonly isBesideThePrevious?: boolean;
};

const repository = join(import.meta.dirname, "..");
/** Takes all that the tests write, and goes with the run. */
const temporaryFolder = mkdtempSync(join(placeForTemporaryFiles(), "gate-"));
// As the system's own: PostgreSQL runs as another user where we are root.
chmodSync(temporaryFolder, 0o1777);
const reports = mkdtempSync(join(temporaryFolder, "reports-"));
const path = [join(repository, "node_modules/.bin"), process.env["PATH"]].join(delimiter);

const running = new Set<ChildProcess>();

// What runs is ended, and the run then ends as after a failure, so that its files go with it.
process.once("SIGTERM", (signal) => {
  for (const child of running) child.kill(signal);
});
// A terminal tells everybody itself.
process.once("SIGINT", () => {});

/** Runs a command to its end, showing its output at once or, when `quiet`, only if it fails. */
function run(
  command: string,
  services: readonly string[],
  { quiet = false, env = {} }: { quiet?: boolean; env?: Record<string, string> } = {},
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, services, {
      cwd: repository,
      stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
      env: { ...process.env, PATH: path, TMPDIR: temporaryFolder, ...env },
    });
    running.add(child);
    const output: Buffer[] = [];
    child.stdout?.on("data", (piece: Buffer) => output.push(piece));
    child.stderr?.on("data", (piece: Buffer) => output.push(piece));
    child.on("error", reject);
    child.on("close", (code) => {
      running.delete(child);
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

/** A check that is no test: it counts only when it fails. */
async function check(...commands: readonly (readonly [string, ...string[]])[]): Promise<Count> {
  const outcomes = await Promise.all(
    commands.map(([command, ...services]) => run(command, services, { quiet: true })),
  );
  return { passed: 0, failed: outcomes.filter((succeeded) => !succeeded).length };
}

/** Reads a number out of a runner's report, whose file is absent when the runner could not even begin. */
function readReport<Report>(
  file: string,
  count: (report: Report) => Count,
  succeeded: boolean,
): Count {
  let counted: Count;
  try {
    counted = count(JSON.parse(readFileSync(file, "utf8")) as Report);
  } catch {
    counted = { passed: 0, failed: 0 };
  }
  return succeeded ? counted : { ...counted, failed: Math.max(counted.failed, 1) };
}

async function vitest(
  name: string,
  services: readonly string[],
  options: { quiet?: boolean; env?: Record<string, string> } = {},
): Promise<Count> {
  const file = join(reports, `${name}.json`);
  const succeeded = await run(
    "vitest",
    ["run", ...services, "--reporter=dot", "--reporter=json", `--outputFile.json=${file}`],
    options,
  );
  return readReport(
    file,
    (report: { numPassedTests: number; numFailedTests: number }) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
    }),
    succeeded,
  );
}

async function playwright(): Promise<Count> {
  installChromium();
  const file = join(reports, "journeys.json");
  const succeeded = await run("playwright", ["test", "--reporter=list,json"], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  return readReport(
    file,
    (report: { stats: { expected: number; unexpected: number; flaky: number } }) => ({
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky,
    }),
    succeeded,
  );
}

async function types(): Promise<Count> {
  const generated = await check(["react-router", "typegen"]);
  if (generated.failed > 0) return generated;
  return check(
    ["tsc", "-p", "tsconfig.core.json"],
    ["tsc", "-p", "tsconfig.server.json"],
    ["tsc", "-p", "tsconfig.web.json"],
  );
}

const externalDatabase = process.env["TEST_DATABASE_URL"] ?? "";

/** Tests that start a server and an embedded database of their own, and those of mail, files, pictures and pages. */
const withoutOtherDatabase = [
  "src/server/main.test.ts",
  "src/server/money-crashes.test.ts",
  "src/server/db/embedded/**",
  "src/server/adapters/**",
  "src/server/http/**",
].flatMap((files) => ["--exclude", files]);

const services: readonly Part[] = [
  { name: "format", title: "Format", work: () => check(["oxfmt", "--check", "."]) },
  { name: "lint", title: "Lint and import boundaries", work: () => check(["oxlint"]) },
  {
    name: "types",
    title: "Types of core, server and web",
    isBesideThePrevious: true,
    work: types,
  },
  {
    name: "unused",
    title: "Nothing unused",
    isBesideThePrevious: true,
    work: () => check(["knip"]),
  },
  {
    name: "docs",
    title: "Generated docs are fresh",
    isBesideThePrevious: true,
    work: () => check([process.execPath, "scripts/write-generated-docs.ts", "--check"]),
  },
  {
    name: "unit",
    title: "Core, server and structure tests, on the embedded PostgreSQL 18",
    work: () => vitest("unit", ["--project", "node"]),
  },
  {
    name: "postgres",
    title: "Server tests on the PostgreSQL of TEST_DATABASE_URL",
    isBesideThePrevious: true,
    work: () =>
      vitest("postgres", ["--project", "node", "src/server", ...withoutOtherDatabase], {
        quiet: true,
        env: { SAMPAN_TEST_POSTGRES: "external" },
      }),
  },
  {
    name: "screens",
    title: "Screen tests in Chromium",
    work: () => {
      installChromium();
      return vitest("screens", ["--project", "browser", "--passWithNoTests"]);
    },
  },
  { name: "build", title: "Build", work: () => check([process.execPath, "scripts/prepare.ts"]) },
  {
    name: "bytes",
    title: "Bytes of every page's first view",
    work: () => check([process.execPath, "scripts/check-bytes.ts"]),
  },
  {
    name: "headers",
    title: "Headers graded",
    work: () => check([process.execPath, "scripts/grade-headers.mjs"]),
  },
  { name: "e2e", title: "Journeys in Chromium", work: playwright },
  {
    name: "long",
    title:
      "Ledger against its model, 10,000 sequences of 200; every failing call; every pair of operations at once; 50 kills of the server",
    work: () =>
      vitest(
        "long",
        [
          "--project",
          "node",
          "src/server/wallet/ledger-batches.test.ts",
          "src/server/money-faults.test.ts",
          "src/server/money-crashes.test.ts",
          "src/testing/concurrency",
        ],
        // What so many sequences leave behind is too much for memory.
        { env: { SAMPAN_LONG_TESTS: "1", TMPDIR: tmpdir() } },
      ),
    isLong: true,
  },
];

/** The parts asked for by `--only=lint,unit`, or all but the long ones; the external database's only when there is one. */
function chosenParts(): readonly Part[] {
  const { values } = parseArgs({ options: { only: { type: "string" } } });
  const names = values.only?.split(",") ?? null;
  const unknown = names?.filter((name) => !services.some((part) => part.name === name)) ?? [];
  if (unknown.length > 0) {
    const known = services.map((part) => part.name).join(", ");
    throw new Error(`There is no part ${unknown.join(", ")}. There are: ${known}.`);
  }
  return services.filter(
    (part) =>
      (names?.includes(part.name) ?? part.isLong !== true) &&
      (part.name !== "postgres" || externalDatabase !== ""),
  );
}

/** Parts that run at the same time, one group after the other. */
function groupsOf(chosen: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  for (const part of chosen) {
    const previous = part.isBesideThePrevious === true ? groups.at(-1) : undefined;
    if (previous) previous.push(part);
    else groups.push([part]);
  }
  return groups;
}

/** Runs one part and says how it ended; the line of the summary comes back with the count. */
async function runPart(part: Part): Promise<Count & { line: string }> {
  console.log(`\n== ${part.title}`);
  const startedAt = performance.now();
  const count = await part.work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const tests = count.passed > 0 ? `${count.passed} passed` : "in order";
  const outcome = count.failed > 0 ? "FAILED" : tests;
  console.log(`   ${part.title}: ${outcome}, ${seconds} s`);
  return { ...count, line: `${seconds.padStart(7)} s  ${part.title}: ${outcome}` };
}

async function runParts(chosen: readonly Part[]): Promise<Count> {
  const total = { passed: 0, failed: 0 };
  const summary: string[] = [];
  for (const group of groupsOf(chosen)) {
    for (const { passed, failed, line } of await Promise.all(group.map(runPart))) {
      total.passed += passed;
      total.failed += failed;
      summary.push(line);
    }
    if (total.failed > 0) break;
  }
  console.log(`\nWhat ran:\n${summary.join("\n")}`);
  if (externalDatabase === "") {
    console.log("No TEST_DATABASE_URL was given, so the server tests ran on no other PostgreSQL.");
  }
  for (const part of chosen.slice(summary.length)) console.log(`  did not run: ${part.title}`);
  return total;
}

try {
  const total = await runParts(chosenParts());
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(temporaryFolder, { recursive: true, force: true, maxRetries: 5 });
}
