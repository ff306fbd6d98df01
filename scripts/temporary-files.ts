import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const gibibyte = 1024 ** 3;

/** Free bytes of a folder's file system; 0 without such a folder. */
function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** Some tests run programs from there, which containers often do not allow. */
function runsPrograms(folder: string): boolean {
  try {
    const trial = mkdtempSync(join(folder, "try-"));
    try {
      const program = join(trial, "program");
      writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
      return spawnSync(program).status === 0;
    } finally {
      rmSync(trial, { recursive: true });
    }
  } catch {
    return false;
  }
}

/**
 * The folder for temporary files: `memoryFolder` if `spaceBytes` are free in it and twice as many in memory, else the system's
 * own, since a disk slows the tests down. They use less than a gibibyte at a time.
 */
export function temporaryFilesFolder(memoryFolder = "/dev/shm", spaceBytes = 4 * gibibyte): string {
  const hasSpace = freeBytesOf(memoryFolder) >= spaceBytes && freemem() >= 2 * spaceBytes;
  return hasSpace && runsPrograms(memoryFolder) ? memoryFolder : tmpdir();
}
