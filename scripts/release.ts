// `npm run release VERSION`: prepares a release, and prepares one that was not published yet again. It sets the version, dates
// the changelog, records the migrations, writes the upgrade notes, and fills an archive for the test of later upgrades.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "#platform/rules/error-message.ts";
import { fingerprintOf, migrationNames } from "#platform/server/db/migrate.ts";
import {
  mayFollow,
  withMigrations,
  withReleasedChanges,
  withUpgradeNotes,
  withVersion,
  type ReleasedMigrations,
} from "./release-files.ts";

const repository = join(import.meta.dirname, "..");
const migrationsFile = "test/releases/migrations.json";
const upgradePage = "docs/operations/upgrade.md";

const read = (path: string) => readFileSync(join(repository, path), "utf8");

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function rejectPublished(version: string): void {
  const tag = spawnSync("git", ["tag", "--list", `v${version}`], { cwd: repository });
  if (tag.stdout?.toString().trim() === "") return;
  throw new Error(`${version} is published: there is a tag v${version}. Release a later version.`);
}

/** The new text of each file that the release changes. */
async function prepareFiles(version: string): Promise<ReadonlyMap<string, string>> {
  const names = await migrationNames();
  const prints = await Promise.all(names.map((name) => fingerprintOf(name)));
  const migrations = new Map(names.map((name, index) => [name, prints[index] ?? ""]));
  const recorded = existsSync(join(repository, migrationsFile)) ? read(migrationsFile) : "{}";
  const released = withMigrations(JSON.parse(recorded) as ReleasedMigrations, version, migrations);
  const day = new Date().toISOString().slice(0, 10);
  return new Map([
    ...["package.json", "package-lock.json"].map(
      (path) => [path, withVersion(read(path), version)] as const,
    ),
    ["CHANGELOG.md", withReleasedChanges(read("CHANGELOG.md"), version, day)],
    [migrationsFile, `${JSON.stringify(released, null, 2)}\n`],
    [upgradePage, withUpgradeNotes(read(upgradePage), version, released)],
  ]);
}

async function main(version: string): Promise<void> {
  const { version: current } = JSON.parse(read("package.json")) as { readonly version: string };
  if (!mayFollow(version, current)) {
    throw new Error(
      `${version} cannot follow ${current}. A version is like 1.2.3, and a later one.`,
    );
  }
  rejectPublished(version);
  const files = await prepareFiles(version);
  for (const [path, text] of files) writeFileSync(join(repository, path), text);
  print("Filling a database for the archive…");
  // In a process of its own, which reads the new version.
  const archiving = spawnSync(
    process.execPath,
    [...process.execArgv, import.meta.filename, "--archive", version],
    {
      cwd: repository,
      stdio: "inherit",
    },
  );
  if (archiving.status !== 0) throw new Error("The archive was not made; see above.");
  print(`\n${version} is prepared. Then:`);
  print("  npm run format && npm run docs && npm test");
  print(`  git add --all && git commit --message "Release ${version}"`);
  print(`  git tag --annotate v${version} --message "Sampan ${version}"`);
}

async function makeArchive(version: string): Promise<void> {
  const path = join(repository, "test/releases", `${version}.tar.gz`);
  rmSync(path, { force: true });
  const { makeReleaseArchive } = await import("./release-archive.ts");
  print(`The archive has ${await makeReleaseArchive(path, print)} bytes.`);
}

const isArchive = process.argv[2] === "--archive";
const [version, ...more] = process.argv.slice(isArchive ? 3 : 2);
if (version === undefined || more.length > 0) {
  print("Usage: npm run release VERSION, as in npm run release 1.2.0");
  process.exitCode = 2;
} else {
  await (isArchive ? makeArchive(version) : main(version)).catch((error: unknown) => {
    print(`The release is not prepared. ${messageOf(error)}`);
    process.exitCode = 1;
  });
}
