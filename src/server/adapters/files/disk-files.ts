// Files on a disk of the storage library, whatever lies beneath it.
import type { Disk } from "flydrive";
import { checkKey, type Files } from "./files.ts";

/** Where the readiness check writes; one file, written over each time. */
const probeKey = "readiness/probe";

/** What differs between kinds of disks. */
type Ways = {
  /** Runs after a write, before it counts as done. */
  readonly settle: (key: string) => Promise<void>;
  /** Runs after the file was removed. */
  readonly tidy: (key: string) => Promise<void>;
  /** Removes all below `folder`, and nothing beside it that only begins alike. */
  readonly removeFolder: (folder: string) => Promise<void>;
  /** The keys of all below `folder`, and of nothing beside it. */
  readonly list: (folder: string) => AsyncIterable<string>;
};

/** Files over `disk`, in its own ways. */
export function filesOnDisk(disk: Disk, { settle, tidy, removeFolder, list }: Ways): Files {
  /** Twice when need be: the folder may have been tidied away between being made and being written to. */
  async function write(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    const options = { contentType, visibility: "private" } as const;
    await disk.put(key, bytes, options).catch(() => disk.put(key, bytes, options));
  }

  async function put(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    checkKey(key);
    try {
      await write(key, bytes, contentType);
      await settle(key);
    } catch (error) {
      await remove(key).catch(() => undefined);
      throw error;
    }
  }

  async function remove(key: string): Promise<void> {
    checkKey(key);
    await disk.delete(key);
    await tidy(key);
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
        // Asked after the failure and not before: most reads are of files that are there.
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
        throw new Error("The file store does not keep what it is given.");
    },
  };
}
