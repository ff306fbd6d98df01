import { chmod, lstat, readdir } from "node:fs/promises";
import { chmodSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";

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
 * Restricts what an earlier version left accessible to other users below the data folder: folders to 0700, files to 0600.
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
