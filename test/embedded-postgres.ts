import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, expect } from "vitest";
import { patience, silentLog } from "./database.ts";
import { openDatabase } from "#platform/server/db/open.ts";
import { clusterFolderIn } from "#platform/server/db/embedded/cluster.ts";
import { readPostmasterFile } from "#platform/server/db/embedded/postmaster.ts";
import { isRunning } from "#platform/server/db/embedded/orphan.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";

/** One cluster for all tests of a file that can share it, in a folder that other users cannot enter. */
export function sharedCluster(): { readonly parent: string; readonly dataFolder: string } {
  // Created with mode 0700.
  const parent = mkdtempSync(join(tmpdir(), "supervisor-test-"));
  const dataFolder = join(parent, "data");
  beforeAll(async () => {
    await (await startEmbeddedPostgres({ dataFolder, log: silentLog })).close();
    return () => rm(parent, { recursive: true, force: true });
  });
  return { parent, dataFolder };
}

/** Runs `work` while PostgreSQL runs on `dataFolder`. */
export async function withPostgres<T>(
  dataFolder: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataFolder, log: silentLog });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.close();
  }
}

/** The rows that one statement gives, on a connection of its own. */
export async function query(url: string, text: string): Promise<unknown[]> {
  const database = openDatabase({ url, log: silentLog, poolSize: 1, ...patience });
  try {
    return (await database.pool.query(text)).rows;
  } finally {
    await database.close();
  }
}

const server = `
  const { startEmbeddedPostgres } = await import(process.argv[1]);
  const { openDatabase } = await import(process.argv[2]);
  const quiet = () => {};
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const postgres = await startEmbeddedPostgres({ dataFolder: process.argv[3], log });
  const { pool } = openDatabase({ url: postgres.url, log });
  console.log("ready");
  for (let n = 1; process.argv[4] === "writing"; n++) {
    await pool.query("insert into items values ($1)", [n]);
    console.log(n);
  }
  setInterval(quiet, 1000);
`;

export type OtherServer = { readonly child: ChildProcess; readonly lines: string[] };

/** Starts another server in a process of its own, as it would be under `npm start`. */
export function startServer(
  folder: string,
  doing: "writing" | "waiting",
  uid?: number,
): OtherServer {
  const modules = ["embedded/supervisor.ts", "open.ts"].map(
    (path) => new URL(`../src/platform/server/db/${path}`, import.meta.url).href,
  );
  const given = [...modules, folder, doing];
  const child = spawn(process.execPath, ["--input-type=module", "-e", server, ...given], {
    stdio: ["ignore", "pipe", "pipe"],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  const lines: string[] = [];
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on("line", (line) => lines.push(line));
  }
  return { child, lines };
}

/** Kills it as the kernel would, without a last word. */
export async function killServer(other: OtherServer): Promise<void> {
  const exited = once(other.child, "exit");
  other.child.kill("SIGKILL");
  await exited;
}

/** Resolves once its PostgreSQL takes connections. */
export async function untilReady(other: OtherServer): Promise<void> {
  await expect.poll(() => other.lines, { timeout: 40_000, interval: 5 }).toContain("ready");
}

/** The process number of the PostgreSQL on a data folder. */
export async function postmasterOf(folder: string): Promise<number> {
  const file = await readPostmasterFile(clusterFolderIn(folder));
  if (!file) throw new Error("no PostgreSQL runs there");
  return file.processId;
}

/** Resolves once the process is gone; fails when that takes longer than so many milliseconds. */
export async function untilGone(processId: number, timeout: number): Promise<void> {
  await expect.poll(() => isRunning(processId), { timeout, interval: 5 }).toBe(false);
}

/** The folder of the socket of the PostgreSQL on a data folder. */
export async function socketFolderOf(dataFolder: string): Promise<string> {
  const file = await readPostmasterFile(clusterFolderIn(dataFolder));
  return file?.socketFolder ?? "";
}
