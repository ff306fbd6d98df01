// Runs one PostgreSQL process: started with a guard at its side, watched until ready, stopped.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseLog } from "#server/db/database-log.ts";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { environmentForPostgres, pathForPostgres, type Cluster } from "./cluster.ts";
import { isMissing } from "./missing-file.ts";
import { availableMemoryBytes, pageMemory } from "./page-memory.ts";

export type Postmaster = {
  readonly processId: number;
  /** Resolves when the process is gone, to the last lines it wrote. */
  readonly ended: Promise<string>;
  /** Ends it: politely, then firmly. What was committed stays either way. */
  stop(): Promise<void>;
};

type AppServices = {
  readonly binaries: Binaries;
  readonly cluster: Cluster;
  readonly account: Account | undefined;
  readonly socketFolder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: DatabaseLog;
};

const READY_POLL_MILLISECONDS = 5;
const READY_TIMEOUT_MILLISECONDS = 120_000;
const KEPT_LINES = 20;

// A shell that leaves a guard behind and becomes PostgreSQL. The guard waits at a pipe of which only
// our process holds the other end. A line through it says that all is well; if instead the pipe
// ends, our process is gone, however it went, and the guard stops PostgreSQL ($$ is its number too).
// Started from within a subshell, the guard is nobody's child that PostgreSQL would wonder about.
// It looks at postmaster.pid too, since an ended process may keep its number for a while.
const START_WITH_GUARD = `
socketFolder=$1; shift
(
  (
    if read -r farewell <&3; then exit; fi
    kill -INT $$
    waits=0
    while [ $waits -lt 60 ] && kill -0 $$ && read -r number <postmaster.pid && [ "$number" = $$ ]; do
      waits=$((waits + 1))
      if [ $waits -eq 15 ]; then kill -QUIT $$; fi
      if [ $waits -eq 35 ]; then kill -KILL $$; fi
      sleep 0.05
    done
    cd / && rmdir "$socketFolder"
  ) </dev/null >/dev/null 2>&1 &
)
exec "$@" 3<&-
`;

/**
 * Starts PostgreSQL on a cluster and resolves once it takes connections. Throws what PostgreSQL said
 * when it ends before.
 */
export async function startPostmaster(services: AppServices): Promise<Postmaster> {
  const { binaries, cluster, account, socketFolder, settings, log } = services;
  const all = { ...fixedSettings(socketFolder), ...settings };
  const child = spawn(
    "/bin/sh",
    [
      "-c",
      START_WITH_GUARD,
      "start-with-guard",
      socketFolder,
      join(binaries.folder, "bin", "postgres"),
      "-D",
      pathForPostgres(cluster.folder, account),
      ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    {
      cwd: cluster.folder,
      env: environmentForPostgres(),
      stdio: ["ignore", "ignore", "pipe", "pipe"],
      // A group of its own: Ctrl+C in a terminal is for our process, which then ends this one.
      detached: true,
      ...account,
    },
  );
  const guardsPipe = child.stdio[3] as Writable;
  guardsPipe.on("error", () => {
    // The guard is gone already, so there is nobody left to tell.
  });
  const output = child.stderr as Readable;
  const lastLines = relayOutput(output, log);
  const outputEnded = once(output, "close");
  let isOver = false;
  const ended = once(child, "exit").then(async () => {
    isOver = true;
    guardsPipe.end("farewell\n");
    // Its last lines may still be on their way; its own children may hold the pipe open for longer.
    await Promise.race([outputEnded, sleep(200, undefined, { ref: false })]);
    return lastLines.join("\n");
  });

  const processId = child.pid;
  if (processId === undefined) throw new Error(`PostgreSQL could not be started: ${await ended}`);

  const stop = async () => {
    const hasEnded = ended.then(() => true);
    if (!isOver) {
      await endProcess(processId, (milliseconds) =>
        Promise.race([hasEnded, sleep(milliseconds, false, { ref: false })]),
      );
    }
  };
  await waitUntilReady(cluster.folder, processId, ended, stop);
  return { processId, ended, stop };
}

function fixedSettings(socketFolder: string): Record<string, string> {
  return {
    // Reached through a socket in a folder closed to other users, and by no network at all.
    listen_addresses: "",
    unix_socket_directories: socketFolder,
    unix_socket_permissions: "0700",
    timezone: "UTC",
    log_timezone: "UTC",
    jit: "off",
    shared_buffers: pageMemory(availableMemoryBytes()),
    // The log is to hold no values of rows: errors reach whoever ran the statement.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_line_prefix: "",
    log_checkpoints: "off",
  };
}

function relayOutput(output: Readable, log: DatabaseLog): string[] {
  const lastLines: string[] = [];
  createInterface({ input: output }).on("line", (line) => {
    lastLines.push(line);
    if (lastLines.length > KEPT_LINES) lastLines.shift();
    const isTrouble = line.startsWith("FATAL") || line.startsWith("PANIC");
    log[isTrouble ? "warn" : "debug"]({ source: "postgres" }, line);
  });
  return lastLines;
}

async function waitUntilReady(
  clusterFolder: string,
  processId: number,
  ended: Promise<string>,
  stop: () => Promise<void>,
): Promise<void> {
  let lastWords: string | undefined;
  void ended.then((lines) => {
    lastWords = lines;
  });
  const deadline = Date.now() + READY_TIMEOUT_MILLISECONDS;
  while (lastWords === undefined) {
    const state = await readPostmasterFile(clusterFolder);
    if (state?.processId === processId && state.isReady) return;
    if (Date.now() > deadline) {
      await stop();
      throw new Error(
        `PostgreSQL was not ready after ${READY_TIMEOUT_MILLISECONDS / 1000} seconds.`,
      );
    }
    await sleep(READY_POLL_MILLISECONDS);
  }
  throw new Error(`PostgreSQL ended while starting: ${lastWords || "it said nothing"}`);
}

export type PostmasterFile = {
  readonly processId: number;
  readonly socketFolder: string;
  readonly isReady: boolean;
};

/** What PostgreSQL says of itself in its `postmaster.pid`, or `undefined` when it does not run. */
export async function readPostmasterFile(
  clusterFolder: string,
): Promise<PostmasterFile | undefined> {
  let text: string;
  try {
    text = await readFile(join(clusterFolder, "postmaster.pid"), "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const [processId, , , , socketFolder, , , status] = text.split("\n");
  return {
    processId: Number(processId),
    socketFolder: socketFolder ?? "",
    isReady: status?.trim() === "ready",
  };
}

/**
 * Ends a PostgreSQL: first so that it tidies up, then so that it stops at once (it then recovers at
 * its next start), then by force. `waitForEnd` says whether it was gone within that many milliseconds.
 */
export async function endProcess(
  processId: number,
  waitForEnd: (milliseconds: number) => Promise<boolean>,
): Promise<void> {
  for (const [signal, timeoutMilliseconds] of [
    ["SIGINT", 8_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ] as const) {
    try {
      process.kill(processId, signal);
    } catch {
      return;
    }
    if (await waitForEnd(timeoutMilliseconds)) return;
  }
}
