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
  const database = new DatabaseSync(join(dataFolder, "postgres.lock"));
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    try {
      database.exec("begin exclusive");
      return { release: () => database.close() };
    } catch (error) {
      const isHeld = error instanceof Error && "errcode" in error && error.errcode === BUSY;
      if (!isHeld || Date.now() > deadline) {
        database.close();
        if (!isHeld) throw error;
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
