// Runs the product's server as a process of its own that can be killed outright and started again on its data.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findRunningPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { freePort } from "#test/free-port.ts";

const ownProgram = new URL("../..", import.meta.url).pathname;
const readyMilliseconds = 60_000;

/** The admin account of a server under test. */
export const admin = { email: "office@sampan.example", password: "lighthouse at the pier 7" };

/** The same as `npm start` sets. */
const memorySettings = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "1000000",
  MALLOC_TRIM_THRESHOLD_: "1000000",
};

export type ServerProcess = {
  readonly address: string;
  readonly dataFolder: string;
  /** The id of the running process. */
  processId(): number;
  /** Starts it on the same data and address; returns the milliseconds until its first 200. */
  start(): Promise<number>;
  /** Kills it immediately, as `kill -9` does. */
  kill(): Promise<void>;
  /** Stops it with SIGTERM, as a supervisor does; resolves to its exit code. */
  end(): Promise<number | null>;
  /** The address of its database; with the embedded one, only while it runs. */
  databaseUrl(): Promise<string>;
  /** Kills it and removes its data folder. */
  remove(): Promise<void>;
};

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** The supervisor stops the embedded database shortly after its server has died, and may write files until then. */
async function removeFolder(folder: string, hasDatabase: boolean): Promise<void> {
  for (let tries = 0; tries < 100 && hasDatabase; tries += 1) {
    if ((await findRunningPostgres(folder)) === undefined) break;
    await pause(100);
  }
  for (let tries = 0; tries < 50 && existsSync(folder); tries += 1) {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    await pause(100);
  }
}

async function endBy(
  signal: "SIGKILL" | "SIGTERM",
  child: ChildProcess | null,
): Promise<number | null> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) {
    return child?.exitCode ?? null;
  }
  const exited = once(child, "exit");
  child.kill(signal);
  const [code] = (await exited) as [number | null];
  return code;
}

/** Differences from the defaults of tests. */
type Options = {
  /** Environment variables in addition to those of the test. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A data folder that the caller removes. */
  readonly folder?: string;
  /** The folder of another version of the program; this one by default. */
  readonly program?: string;
};

/** Prepares a server on an empty data folder; `externalUrl` names a database in place of the embedded one. */
export async function serverProcess(
  externalUrl: string | null,
  options: Options = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "sampan-kills-"));
  const { PATH = "", HOME = "" } = process.env;
  const environment = {
    PATH,
    HOME,
    ...memorySettings,
    PORT: String(port),
    DATA_DIR: folder,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...(externalUrl !== null && { DATABASE_URL: externalUrl }),
    ...options.settings,
  };
  let child: ChildProcess | null = null;
  let output = "";

  async function start(): Promise<number> {
    const startedAt = performance.now();
    output = "";
    const mainFile = join(options.program ?? ownProgram, "src/app/server/main.ts");
    const started = spawn(process.execPath, [mainFile], {
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      stream?.on("data", (piece: Buffer) => (output = (output + piece.toString()).slice(-20_000)));
    }
    while (!(await isReady(address))) {
      const isOver = started.exitCode !== null || started.signalCode !== null;
      if (isOver || performance.now() - startedAt > readyMilliseconds) {
        throw new Error(`The server did not start:\n${output}`);
      }
      await pause(10);
    }
    return performance.now() - startedAt;
  }

  const kill = async () => void (await endBy("SIGKILL", child));

  async function databaseUrl(): Promise<string> {
    const url = externalUrl ?? (await findRunningPostgres(folder));
    if (url === undefined) throw new Error("The embedded database does not run.");
    return url;
  }

  return {
    address,
    dataFolder: folder,
    processId() {
      if (child?.pid === undefined) throw new Error("The server does not run.");
      return child.pid;
    },
    start,
    kill,
    end: () => endBy("SIGTERM", child),
    databaseUrl,
    async remove() {
      await kill();
      if (options.folder !== undefined) return;
      await removeFolder(folder, externalUrl === null);
    },
  };
}
