import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readlink, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installedBinaries, runnableBinaries, type Binaries } from "./binaries.ts";
import { isLongRun } from "#test/long-run.ts";

const run = promisify(execFile);
const stranger = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;

let parent: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "binaries-test-"));
  await chmod(parent, 0o755);
});

afterAll(() => rm(parent, { recursive: true, force: true }));

/** The package as it comes from the registry: without links, its install script not run. */
async function freshPackage(name: string, mode: number): Promise<Binaries> {
  const folder = join(parent, name);
  await mkdir(folder);
  await run("cp", ["-r", dirname(installedBinaries().folder), join(folder, "package")]);
  await run("find", [folder, "-type", "l", "-delete"]);
  await chmod(folder, mode);
  return { folder: join(folder, "package", "native") };
}

const version = async (binaries: Binaries, account = {}) =>
  (await run(join(binaries.folder, "bin", "postgres"), ["--version"], { cwd: "/", ...account }))
    .stdout;

test("library links that no install script created are created", async () => {
  const installed = await freshPackage("unlinked", 0o755);
  const binaries = await runnableBinaries(installed, undefined, []);
  expect(binaries.folder).toBe(installed.folder);
  expect(await readlink(join(binaries.folder, "lib", "libpq.so.5"))).toBe("libpq.so.5.18");
  expect(await version(binaries)).toContain("PostgreSQL");
});

describe.runIf(isRoot)("in a folder that PostgreSQL's user cannot enter", () => {
  let installed: Binaries;
  let privateFolder: string;
  let publicFolder: string;

  beforeAll(async () => {
    installed = await freshPackage("closed", 0o700);
    privateFolder = join(parent, "closed", "data");
    publicFolder = join(parent, "open", "data");
  });

  test.runIf(isLongRun)(
    "a copy in the first folder that works is run, and used again",
    async () => {
      const folders = [privateFolder, publicFolder];
      const binaries = await runnableBinaries(installed, stranger, folders);
      expect(dirname(binaries.folder)).toBe(publicFolder);
      expect(await version(binaries, stranger)).toContain("PostgreSQL");

      const { ctimeMs } = await stat(binaries.folder);
      expect(await runnableBinaries(installed, stranger, folders)).toEqual(binaries);
      expect((await stat(binaries.folder)).ctimeMs).toBe(ctimeMs);
    },
  );

  test.runIf(isLongRun)("a folder that others can write to is not used as the copy", async () => {
    const ours = await runnableBinaries(installed, stranger, [publicFolder]);
    await chmod(ours.folder, 0o777);
    await expect(runnableBinaries(installed, stranger, [publicFolder])).rejects.toThrow("no copy");
  });

  test("without a folder for a copy the error says what to do", async () => {
    await expect(runnableBinaries(installed, stranger, [privateFolder])).rejects.toThrow(
      /no copy of it could be put elsewhere .*user cannot enter it.*DATABASE_URL/,
    );
  });
});

test("a platform without built-in PostgreSQL is pointed to DATABASE_URL", () => {
  expect(() => installedBinaries("win32-x64")).toThrow(/linux-x64.*not on win32-x64.*DATABASE_URL/);
  const uninstalled = process.platform === "darwin" ? "linux-x64" : "darwin-x64";
  expect(() => installedBinaries(uninstalled)).toThrow(/not installed.*npm ci.*DATABASE_URL/);
});
