import type { Disk } from "flydrive";
import { checkKey, type Files } from "./files.ts";

/** Overwritten by each readiness check. */
const probeKey = "readiness/probe";

/** What differs between kinds of disks. */
type DiskOperations = {
  /** Runs after a write, before `put` resolves. */
  readonly afterWrite: (key: string) => Promise<void>;
  /** Runs after a file was removed. */
  readonly afterRemove: (key: string) => Promise<void>;
  /** Removes everything below `folder`, and nothing next to it whose name starts the same. */
  readonly removeFolder: (folder: string) => Promise<void>;
  /** The keys of everything below `folder`, and of nothing next to it. */
  readonly list: (folder: string) => AsyncIterable<string>;
};

export function filesOnDisk(
  disk: Disk,
  { afterWrite, afterRemove, removeFolder, list }: DiskOperations,
): Files {
  /** Retried once: `afterRemove` may delete the new folder before the file is written into it. */
  async function write(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    const options = { contentType, visibility: "private" } as const;
    await disk.put(key, bytes, options).catch(() => disk.put(key, bytes, options));
  }

  async function put(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    checkKey(key);
    try {
      await write(key, bytes, contentType);
      await afterWrite(key);
    } catch (error) {
      await remove(key).catch(() => undefined);
      throw error;
    }
  }

  async function remove(key: string): Promise<void> {
    checkKey(key);
    await disk.delete(key);
    await afterRemove(key);
  }

  async function exists(key: string): Promise<boolean> {
    checkKey(key);
    return disk.exists(key);
  }

  return {
    put,
    exists,
    async get(key) {
      checkKey(key);
      try {
        return Uint8Array.from(await disk.getBytes(key));
      } catch (error) {
        // Checked only after a failure, since most reads are of files that exist.
        if (await disk.exists(key)) throw error;
        return null;
      }
    },
    remove,
    async removeFolder(folder) {
      checkKey(folder);
      await removeFolder(folder);
    },
    list(folder) {
      checkKey(folder);
      return list(folder);
    },
    async check() {
      await put(probeKey, new TextEncoder().encode("ready"), "text/plain");
      if (!(await exists(probeKey)))
        throw new Error("The file store does not store what is written to it.");
    },
  };
}
