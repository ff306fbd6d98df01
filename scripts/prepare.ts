// Builds the screens when their sources have changed since the last build.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const repository = join(import.meta.dirname, "..");
const stamp = join(repository, "build", ".fingerprint");
const postBuildScripts = [
  "list-first-reads.ts",
  "finish-public-pages.ts",
  "compress-files.ts",
  "write-notices.ts",
];

/** The sources of the build. */
const sources = [
  "src/*/{rules,contract,web,messages}/**/*",
  "public/**/*",
  "scripts/{list-first-reads,finish-public-pages,compress-files,write-notices,third-party}.ts",
  "{lingui,vite,react-router,postcss}.config.*",
  "package-lock.json",
];

/** A hash of the paths and contents of all sources, without tests. */
function fingerprintOfSources(): string {
  const hash = createHash("sha256");
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: repository }));
  for (const file of files.toSorted()) {
    const path = join(repository, file);
    if (/\.test\.tsx?$/.test(file) || !statSync(path).isFile()) continue;
    hash.update(`${file}\0`).update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

function run(args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: repository,
    encoding: "utf8",
    maxBuffer: 100_000_000,
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status === 0) return;
  console.error(`${stdout}\n${stderr}\nThe build failed; see above.`);
  process.exit(1);
}

const fingerprint = fingerprintOfSources();
const isFresh = existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint;
if (!isFresh) {
  console.log("Building…");
  rmSync(stamp, { force: true });
  run([join(repository, "node_modules/@react-router/dev/bin.cjs"), "build"]);
  for (const script of postBuildScripts) run([join(repository, "scripts", script)]);
  writeFileSync(stamp, fingerprint);
}
