import type { Dirent } from "node:fs";
import { open, opendir, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { Files } from "./files.ts";
import { filesOnDisk } from "./disk-files.ts";

/** Files below `folder`, which is created when it is missing. A stored file survives a power failure. */
export async function openFolderFiles(folder: string): Promise<Files> {
  const [{ Disk }, { FSDriver }] = await Promise.all([
    import("flydrive"),
    import("flydrive/drivers/fs"),
  ]);
  const disk = new Disk(new FSDriver({ location: folder, visibility: "private" }));
  return filesOnDisk(disk, {
    afterWrite: async (key) => {
      const path = join(folder, key);
      await flush(path);
      await flush(dirname(path));
    },
    afterRemove: (key) => removeEmptyFolders(folder, dirname(key)),
    removeFolder: (name) => disk.deleteAll(name),
    list: (name) => keysBelow(folder, name),
  });
}

/** Removes the folder `name` below `root` and its parents, as long as they are empty. */
async function removeEmptyFolders(root: string, name: string): Promise<void> {
  for (let below = name; below !== "."; below = dirname(below)) {
    try {
      await rmdir(join(root, below));
    } catch {
      // It is not empty, or was just removed.
      return;
    }
  }
}

/** Reads folders entry by entry, since there may be too many for memory. */
async function* keysBelow(root: string, name: string): AsyncGenerator<string> {
  for await (const entry of await entriesOf(join(root, name))) {
    const key = `${name}/${entry.name}`;
    if (entry.isDirectory()) yield* keysBelow(root, key);
    else yield key;
  }
}

async function entriesOf(path: string): Promise<AsyncIterable<Dirent>> {
  try {
    return await opendir(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return Readable.from([]);
    }
    throw error;
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
