import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";

export type FolderLock = { release(): void };

// Long enough for a previous server to end at a restart.
const lockTimeoutMilliseconds = 1_500;
const retryMilliseconds = 50;
/** SQLite's error code. */
const sqliteBusy = 5;

/**
 * Locks the data folder until `release()` or until this process ends. Throws when another server holds the lock.
 *
 * Node has no file locks, but SQLite uses those of the kernel: they end with their process, also after kill -9, do not rely on
 * process ids, which are reused, and work between containers that share a folder. The file stays empty.
 */
export async function lockDataFolder(dataFolder: string): Promise<FolderLock> {
  const database = openLockFile(dataFolder);
  const deadline = Date.now() + lockTimeoutMilliseconds;
  for (;;) {
    try {
      database.exec("begin exclusive");
      return { release: () => database.close() };
    } catch (error) {
      const isHeld = error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
      if (!isHeld || Date.now() > deadline) {
        database.close();
        if (!isHeld) throw notWritable(dataFolder, error);
        throw new Error(
          `Another server is already using the data folder ${dataFolder}. ` +
            "Stop that one first, or set DATA_DIR to a folder of this server's own.",
          { cause: error },
        );
      }
    }
    await sleep(retryMilliseconds);
  }
}

function openLockFile(dataFolder: string): DatabaseSync {
  try {
    return new DatabaseSync(join(dataFolder, "postgres.lock"));
  } catch (error) {
    throw notWritable(dataFolder, error);
  }
}

function notWritable(dataFolder: string, cause: unknown): Error {
  return new Error(
    `The server (running as the user with id ${process.getuid?.()}) may not write to the data folder ` +
      `${dataFolder}. Start it as the folder's owner, or set DATA_DIR to a folder it may write to.`,
    { cause },
  );
}
