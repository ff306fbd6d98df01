// Runs one test file, whatever its kind: `npm run test:file -- src/money/server/wallet/wallet.test.ts`.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { installChromium } from "./install-chromium.ts";

const repository = join(import.meta.dirname, "..");
const [path = "", ...options] = process.argv.slice(2);
const file = relative(repository, join(process.env["INIT_CWD"] ?? process.cwd(), path));

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): number {
  const options = { cwd: repository, stdio: "inherit", env: { ...process.env, ...env } } as const;
  return spawnSync(command, args, options).status ?? 1;
}

function runTests(): number {
  if (file.endsWith(".e2e.ts")) {
    installChromium();
    const prepared = run(process.execPath, [join(repository, "scripts/prepare.ts")]);
    // Some end-to-end tests are among the long ones.
    const env = { SAMPAN_LONG_TESTS: "1" };
    return prepared === 0 ? run("playwright", ["test", file, ...options], env) : prepared;
  }
  const isScreen = file.endsWith(".test.tsx");
  if (isScreen) installChromium();
  const project = isScreen ? "browser" : "node";
  return run("vitest", ["run", "--project", project, file, ...options]);
}

if (/\.(test\.tsx?|e2e\.ts)$/.test(file) && existsSync(join(repository, file))) {
  process.exit(runTests());
}
console.error(
  "Pass one test file, such as: npm run test:file -- src/money/server/wallet/wallet.test.ts. " +
    `${JSON.stringify(path)} is not one.`,
);
process.exit(1);
