import { execFile } from "node:child_process";
import { readlink, realpath, rm, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { DatabaseLog } from "#platform/server/log.ts";
import { endProcess, readPostmasterFile, type PostmasterFile } from "./postmaster.ts";

const pollMilliseconds = 10;

/** The state of the PostgreSQL that runs on a cluster, or `undefined` when none does. */
export async function findPostmaster(clusterFolder: string): Promise<PostmasterFile | undefined> {
  const file = await readPostmasterFile(clusterFolder);
  const isThere =
    file && (await isRunning(file.processId)) && (await worksIn(file.processId, clusterFolder));
  return isThere ? file : undefined;
}

/**
 * Stops a PostgreSQL whose server has gone. Call it only with the data folder's lock: then a PostgreSQL on its cluster has no
 * server.
 *
 * A stale `postmaster.pid` is removed: another process may have its process id by now, and PostgreSQL would refuse to start.
 */
export async function endOrphan(clusterFolder: string, log: DatabaseLog): Promise<void> {
  const orphan = await findPostmaster(clusterFolder);
  if (!orphan) {
    await rm(join(clusterFolder, "postmaster.pid"), { force: true });
    return;
  }
  const { processId, socketFolder } = orphan;
  log.warn({ processId }, "PostgreSQL of an ended server still runs: stopping it");
  await endProcess(processId, async (milliseconds) => {
    const deadline = Date.now() + milliseconds;
    while (await isRunning(processId)) {
      if (Date.now() > deadline) return false;
      await sleep(pollMilliseconds);
    }
    return true;
  });
  await rm(socketFolder, { recursive: true, force: true });
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

/**
 * Whether the process runs. A zombie, which keeps its process id until its parent reads its exit status, does not.
 */
export async function isRunning(processId: number): Promise<boolean> {
  try {
    process.kill(processId, 0);
  } catch (error) {
    const isOtherUsers = error instanceof Error && "code" in error && error.code === "EPERM";
    if (!isOtherUsers) return false;
  }
  if (process.platform !== "linux") return true;
  try {
    const facts = await readFile(`/proc/${processId}/stat`, "utf8");
    // The state follows the program's name, which is in brackets and may contain any character.
    return !/^ [ZX]/.test(facts.slice(facts.lastIndexOf(")") + 1));
  } catch {
    return false;
  }
}
