// Keeps a data folder to one server at a time.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";

export type FolderLock = { release(): void };

// Long enough for a server that is just ending, as at a restart.
const PATIENCE_MILLISECONDS = 1_500;
const PAUSE_MILLISECONDS = 50;
const BUSY = 5;

/**
 * Takes the data folder for this process until `release()` or until the process is gone, however it
 * went. Throws one clear sentence when another server holds it.
 *
 * Node offers no file locks, but SQLite takes the kernel's: they fall with their process, even by
 * kill -9, need no process numbers that may be used again, and hold between containers that share a
 * folder. The file stays empty.
 */
export async function lockDataFolder(dataFolder: string): Promise<FolderLock> {
  const database = openLockFile(dataFolder);
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    try {
      database.exec("begin exclusive");
      return { release: () => database.close() };
    } catch (error) {
      const isHeld = error instanceof Error && "errcode" in error && error.errcode === BUSY;
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
    await sleep(PAUSE_MILLISECONDS);
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
