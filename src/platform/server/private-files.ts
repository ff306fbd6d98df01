import { chmod, lstat, readdir } from "node:fs/promises";
import {
  chmodSync,
  mkdirSync,
  statSync,
  linkSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { randomBytes } from "node:crypto";

const othersBits = 0o077;

/** As root the database runs as another user, who can work below a folder it cannot enter only on Linux. */
function folderMode(): number {
  return process.getuid?.() === 0 && process.platform !== "linux" ? 0o711 : 0o700;
}

function isOurs({ uid }: { readonly uid: number }): boolean {
  return uid === process.getuid?.();
}

/** From now on, files of this process and its children are accessible to their owner only. */
export function restrictNewFiles(): void {
  process.umask(othersBits);
}

/** Creates the data folder with mode 0700, or restricts an existing one that this user owns. */
export function makeDataFolder(folder: string): void {
  const mode = folderMode();
  mkdirSync(folder, { recursive: true, mode });
  const facts = statSync(folder);
  if (isOurs(facts) && (facts.mode & othersBits & ~mode) !== 0)
    chmodSync(folder, facts.mode & mode);
}

/**
 * Restricts what is accessible to other users below the data folder, such as files copied there: folders to 0700, files to
 * 0600.
 * Skipped are other users' files, targets of links, PostgreSQL's own files, which it checks itself, and its programs,
 * which hold no secret.
 */
export async function restrictExistingFiles(dataFolder: string): Promise<void> {
  const isOfPostgres = (path: string) =>
    path === join(dataFolder, "postgres", "cluster") ||
    path.startsWith(join(dataFolder, "postgres-binaries-"));
  async function restrictBelow(folder: string): Promise<void> {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (isOfPostgres(path) || !(entry.isDirectory() || entry.isFile())) continue;
      await restrict(path, entry.isDirectory() ? folderMode() : 0o600);
      if (entry.isDirectory()) await restrictBelow(path);
    }
  }
  await restrictBelow(dataFolder);
}

async function restrict(path: string, mode: number): Promise<void> {
  try {
    const facts = await lstat(path);
    if (isOurs(facts) && (facts.mode & othersBits & ~mode) !== 0)
      await chmod(path, facts.mode & mode);
  } catch (error) {
    // The running server may have removed it.
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}

function findText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * What is in the file `name` of `dataFolder`, which is created with `makeText`, readable by its owner only, when it is
 * missing. Two servers that start at the same time agree on one, and a crash never leaves half of one.
 */
export function loadOrCreateSecretFile(
  dataFolder: string,
  name: string,
  makeText: () => string,
): string {
  makeDataFolder(dataFolder);
  const path = join(dataFolder, name);
  const stored = findText(path);
  if (stored !== undefined) return stored;

  const temporary = join(dataFolder, `${name}-${randomBytes(8).toString("hex")}`);
  writeFileSync(temporary, `${makeText()}\n`, { mode: 0o600, flag: "wx", flush: true });
  try {
    // A link, unlike a rename, fails when the name is taken, so the first server's secret is used.
    linkSync(temporary, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    unlinkSync(temporary);
  }
  return readFileSync(path, "utf8").trim();
}

/** The secret of a server without the setting `SECRET`. */
export function loadOrCreateSecret(dataFolder: string): string {
  return loadOrCreateSecretFile(dataFolder, "secret", () => randomBytes(32).toString("hex"));
}

/** Replaces the secret in `dataFolder`, for a backup that includes its own. */
export function replaceSecret(dataFolder: string, secret: string): void {
  const path = join(dataFolder, "secret");
  const temporary = join(dataFolder, `secret-${randomBytes(8).toString("hex")}`);
  writeFileSync(temporary, `${secret}\n`, { mode: 0o600, flag: "wx", flush: true });
  renameSync(temporary, path);
}
