// Runs the tests that a change touches, uncommitted files included: `npm run test:changed`, or with another base: `-- main~3`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { readSources, selectTests } from "./changed-tests.ts";
import { installChromium } from "./install-chromium.ts";
import { temporaryFilesFolder } from "./temporary-files.ts";

const repository = join(import.meta.dirname, "..");

function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, { cwd: repository, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

function run(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, TMPDIR: temporaryFilesFolder(), SAMPAN_TEST_REACT: "users" };
  return spawnSync(command, args, { cwd: repository, stdio: "inherit", env }).status === 0;
}

/** What is already shared with others, or the last commit where nothing is. */
function defaultBase(): string {
  return git("merge-base", "HEAD", "main@{upstream}") ?? "HEAD";
}

function changedSince(base: string): string[] {
  const changed = git("diff", "--name-only", "--no-renames", base, "--");
  if (changed === undefined) throw new Error(`${base} is no commit of this repository.`);
  const added = git("ls-files", "--others", "--exclude-standard") ?? "";
  return `${changed}\n${added}`.split("\n").filter(Boolean);
}

function runVitest(project: "node" | "browser", files: readonly string[]): boolean {
  if (files.length === 0) return true;
  if (project === "browser") installChromium();
  return run("vitest", ["run", "--project", project, ...files]);
}

function runTests(): boolean {
  const base = process.argv[2] ?? defaultBase();
  const changed = changedSince(base);
  const { everythingFor, tests } = selectTests(changed, readSources(repository));
  if (everythingFor !== undefined) {
    console.log(`Everything rests on ${everythingFor}: the whole gate runs.`);
    return run(process.execPath, [join(repository, "scripts/test.ts")]);
  }
  console.log(
    `Changed since ${base}: ${changed.length}. Test files beside what imports each of them:`,
  );
  for (const [start, chosen] of Map.groupBy(tests, ([, changedFile]) => changedFile)) {
    console.log(`  ${start ?? "access, ledger and structure"}: ${chosen.length}`);
  }
  const files = [...tests.keys()];
  const isScreen = (file: string) => file.endsWith(".tsx");
  const passed = runVitest(
    "node",
    files.filter((file) => !isScreen(file)),
  );
  return runVitest("browser", files.filter(isScreen)) && passed;
}

try {
  process.exitCode = runTests() ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
