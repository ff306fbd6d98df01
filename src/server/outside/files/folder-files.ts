// Files in a folder of this machine.
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Files } from "./files.ts";
import { filesOnDisk } from "./disk-files.ts";

/** Files below `folder`, which is made when it is missing. A kept file survives a power cut. */
export async function openFolderFiles(folder: string): Promise<Files> {
  const [{ Disk }, { FSDriver }] = await Promise.all([
    import("flydrive"),
    import("flydrive/drivers/fs"),
  ]);
  const disk = new Disk(new FSDriver({ location: folder, visibility: "private" }));
  return filesOnDisk(disk, {
    settle: async (key) => {
      const path = join(folder, key);
      await flush(path);
      await flush(dirname(path));
    },
    removeFolder: (name) => disk.deleteAll(name),
  });
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
