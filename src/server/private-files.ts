// Keeps the data folder to the user that the server runs as: 0700 for folders, 0600 for files.
import { chmod, lstat, readdir } from "node:fs/promises";
import { chmodSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";

const forOthers = 0o077;

/** As root the database runs as another user, who only on Linux can work in a folder whose parents are closed to it. */
function folderMode(): number {
  return process.getuid?.() === 0 && process.platform !== "linux" ? 0o711 : 0o700;
}

function isOurs({ uid }: { readonly uid: number }): boolean {
  return uid === process.getuid?.();
}

/** Whatever this process and those it starts write from now on is theirs alone, the sandbox's databases among it. */
export function writeForOurselvesAlone(): void {
  process.umask(forOthers);
}

/** Makes the data folder where it is missing, and closes one of ours that is open to others. */
export function makeDataFolder(folder: string): void {
  const mode = folderMode();
  mkdirSync(folder, { recursive: true, mode });
  const facts = statSync(folder);
  if (isOurs(facts) && (facts.mode & forOthers & ~mode) !== 0) chmodSync(folder, facts.mode & mode);
}

/**
 * Closes to others what an earlier version left open to them below the data folder, as far as it is ours. What is linked
 * to is left alone, and so are PostgreSQL's own files, which it guards itself, and its programs, which hold no secret.
 */
export async function closeToOthers(dataFolder: string): Promise<void> {
  const isOfPostgres = (path: string) =>
    path === join(dataFolder, "postgres", "cluster") ||
    path.startsWith(join(dataFolder, "postgres-binaries-"));
  async function closeBelow(folder: string): Promise<void> {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (isOfPostgres(path) || !(entry.isDirectory() || entry.isFile())) continue;
      await close(path, entry.isDirectory() ? folderMode() : 0o600);
      if (entry.isDirectory()) await closeBelow(path);
    }
  }
  await closeBelow(dataFolder);
}

async function close(path: string, mode: number): Promise<void> {
  try {
    const facts = await lstat(path);
    if (isOurs(facts) && (facts.mode & forOthers & ~mode) !== 0)
      await chmod(path, facts.mode & mode);
  } catch (error) {
    // The server works meanwhile, and may have removed it.
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
