// Recognises a PostgreSQL that its server left behind, and ends it.
import { execFile } from "node:child_process";
import { readlink, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { DatabaseLog } from "../database-log.ts";
import { endProcess, readPostmasterFile } from "./postmaster.ts";

const POLL_MILLISECONDS = 10;

/**
 * Ends the PostgreSQL that still runs on a cluster, if one does. To be called by the holder of the
 * data folder's lock alone: then whatever runs there has lost its server.
 *
 * A `postmaster.pid` whose number belongs to another process by now is removed, since PostgreSQL
 * would take that process for one of its own and refuse to start.
 */
export async function endOrphan(clusterFolder: string, log: DatabaseLog): Promise<void> {
  const left = await readPostmasterFile(clusterFolder);
  if (!left || !isAlive(left.processId)) return;

  if (!(await worksIn(left.processId, clusterFolder))) {
    await rm(join(clusterFolder, "postmaster.pid"), { force: true });
    return;
  }
  log.warn(
    { processId: left.processId },
    "A PostgreSQL that its server left behind still runs: ending it",
  );
  await endProcess(left.processId, async (milliseconds) => {
    const deadline = Date.now() + milliseconds;
    while (isAlive(left.processId) && Date.now() < deadline) await sleep(POLL_MILLISECONDS);
    return !isAlive(left.processId);
  });
  await rm(left.socketFolder, { recursive: true, force: true });
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function worksIn(processId: number, clusterFolder: string): Promise<boolean> {
  const folder = await realpath(clusterFolder);
  try {
    if (process.platform === "linux") return (await readlink(`/proc/${processId}/cwd`)) === folder;
    const { stdout } = await promisify(execFile)("ps", ["-o", "command=", "-p", `${processId}`]);
    return stdout.includes("postgres") && stdout.includes(folder);
  } catch {
    return false;
  }
}
