// Finds where tests may write: in memory where there is plenty, since a slow disk holds them up more than anything.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const gibibyte = 1024 ** 3;

/** Bytes that may still be written to the file system of a folder; none where there is no such folder. */
function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** Whether programs in the folder may be run: containers often forbid it there, and some tests do it. */
function runsPrograms(folder: string): boolean {
  try {
    const tried = mkdtempSync(join(folder, "try-"));
    try {
      const program = join(tried, "program");
      writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
      return spawnSync(program).status === 0;
    } finally {
      rmSync(tried, { recursive: true });
    }
  } catch {
    return false;
  }
}

/**
 * The folder for temporary files: `memoryFolder` if `roomBytes` are free in it and twice as many in the machine's
 * memory, else the system's own. The tests fill less than a gibibyte at a time.
 */
export function placeForTemporaryFiles(
  memoryFolder = "/dev/shm",
  spaceBytes = 4 * gibibyte,
): string {
  const hasSpace = freeBytesOf(memoryFolder) >= spaceBytes && freemem() >= 2 * spaceBytes;
  return hasSpace && runsPrograms(memoryFolder) ? memoryFolder : tmpdir();
}
