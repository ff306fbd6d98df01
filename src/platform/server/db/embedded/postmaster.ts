import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseLog } from "#platform/server/log.ts";
import { type Account, isMissing } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { environmentForPostgres, pathForPostgres, type Cluster } from "./cluster.ts";
import { totalmem } from "node:os";

export type Postmaster = {
  readonly processId: number;
  /** Resolves to the last lines of output when the process has ended. */
  readonly ended: Promise<string>;
  /** Stops it, by force if necessary. Committed data is safe either way. */
  stop(): Promise<void>;
};

type PostmasterOptions = {
  readonly binaries: Binaries;
  readonly cluster: Cluster;
  readonly account: Account | undefined;
  readonly socketFolder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: DatabaseLog;
};

const readyPollMilliseconds = 5;
const readyTimeoutMilliseconds = 120_000;
const maxLastLines = 20;

// A shell that starts a guard and then becomes PostgreSQL (`exec`). The guard reads a pipe whose other end only the server
// holds: a line means a normal stop; end of file means that the server is gone, and the guard stops PostgreSQL, whose process id
// is $$. The guard starts in a subshell, since PostgreSQL warns about unknown child processes. It also checks postmaster.pid,
// since an ended process may keep its id for a while.
const startWithGuard = `
socketFolder=$1; shift
(
  (
    if read -r stopped <&3; then exit; fi
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
 * Starts PostgreSQL on a cluster and resolves once it accepts connections. Throws with its output when it ends before.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { binaries, cluster, account, socketFolder, settings, log } = options;
  const all = { ...fixedSettings(socketFolder), ...settings };
  const child = spawn(
    "/bin/sh",
    [
      "-c",
      startWithGuard,
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
      // Its own process group: Ctrl+C in a terminal must reach the server only, which then stops PostgreSQL.
      detached: true,
      ...account,
    },
  );
  const guardPipe = child.stdio[3] as Writable;
  guardPipe.on("error", () => {
    // The guard has ended already.
  });
  const output = child.stderr as Readable;
  const lastLines = relayOutput(output, log);
  const outputEnded = once(output, "close");
  let isOver = false;
  const ended = once(child, "exit").then(async () => {
    isOver = true;
    guardPipe.end("stopped\n");
    // Its last lines may not be read yet; its child processes may hold the pipe open for longer.
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
    // Only through a socket in a private folder, never over the network.
    listen_addresses: "",
    unix_socket_directories: socketFolder,
    unix_socket_permissions: "0700",
    timezone: "UTC",
    log_timezone: "UTC",
    jit: "off",
    shared_buffers: pageMemory(availableMemoryBytes()),
    // The log must not contain values of rows; errors are returned to the client.
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
    if (lastLines.length > maxLastLines) lastLines.shift();
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
  let lastOutput: string | undefined;
  void ended.then((lines) => {
    lastOutput = lines;
  });
  const deadline = Date.now() + readyTimeoutMilliseconds;
  while (lastOutput === undefined) {
    const state = await readPostmasterFile(clusterFolder);
    if (state?.processId === processId && state.isReady) return;
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`PostgreSQL was not ready after ${readyTimeoutMilliseconds / 1000} seconds.`);
    }
    await sleep(readyPollMilliseconds);
  }
  throw new Error(`PostgreSQL ended while starting: ${lastOutput || "it printed nothing"}`);
}

export type PostmasterFile = {
  readonly processId: number;
  readonly socketFolder: string;
  readonly isReady: boolean;
};

/** The content of `postmaster.pid`, or `undefined` when PostgreSQL does not run. */
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
 * Stops PostgreSQL: fast shutdown, then immediate shutdown (with recovery at the next start), then SIGKILL. `waitForEnd`
 * resolves to whether it ended within that many milliseconds.
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

const bytesPerMegabyte = 1_048_576;
const minMegabytes = 128;
const maxMegabytes = 2_048;

/**
 * PostgreSQL's `shared_buffers` on a machine with `memoryBytes`: an eighth, which leaves memory for the server. With the
 * default of 128 MB and a million packages, most pages of a customer's list would be read again from the system's cache.
 */
export function pageMemory(memoryBytes: number): string {
  const eighth = Math.floor(memoryBytes / 8 / bytesPerMegabyte);
  return `${Math.min(maxMegabytes, Math.max(minMegabytes, eighth))}MB`;
}

/** The machine's memory, or a container's limit. */
function availableMemoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
