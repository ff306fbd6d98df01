import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { descendantsOf } from "#test/descendants.ts";
import { freePort } from "#test/free-port.ts";

const startScript = new URL("../scripts/start.mjs", import.meta.url).pathname;
const readyTimeoutMilliseconds = 180_000;
const stopTimeoutMilliseconds = 20_000;

/** The admin account of a server under test. */
export const admin = { email: "admin@sampan.example", password: "lighthouse at the pier 7" };

function killNow(processId: number): void {
  try {
    process.kill(processId, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** A running product. `start` after `kill` continues on the same data and the same address. */
export type Server = {
  readonly address: string;
  readonly start: () => Promise<void>;
  /** Kills the server, its PostgreSQL and their parent process. */
  readonly kill: () => Promise<void>;
  /** Stops it and removes its data. */
  readonly remove: () => Promise<void>;
  /** Error lines of its log. */
  readonly loggedErrors: () => string[];
};

/** Starts a server on an empty data folder and waits until it is ready. */
export async function startServer(): Promise<Server> {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const folder = mkdtempSync(join(tmpdir(), "sampan-journey-"));
  const { PATH = "", HOME = "" } = process.env;
  const environment = {
    PATH,
    HOME,
    PORT: String(port),
    DATA_DIR: join(folder, "data"),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    // As under npm: the server then also ends when its parent process has ended.
    npm_lifecycle_event: "start",
  };
  /** At most the last one runs. */
  const children: ChildProcess[] = [];
  let output = "";

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [startScript], {
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.push(started);
    for (const stream of [started.stdout, started.stderr]) {
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    }
    const deadline = performance.now() + readyTimeoutMilliseconds;
    while (!(await isReady(address))) {
      if (hasEnded(started)) throw new Error(`The server did not start:\n${output}`);
      if (performance.now() > deadline) throw new Error(`The server is not ready:\n${output}`);
      await pause(50);
    }
  }

  async function kill(): Promise<void> {
    const child = children.at(-1);
    if (child?.pid === undefined || hasEnded(child)) return;
    const exited = once(child, "exit");
    const below = descendantsOf(child.pid);
    for (const processId of [...below, child.pid]) killNow(processId);
    await exited;
  }

  async function remove(): Promise<void> {
    const child = children.at(-1);
    if (child && !hasEnded(child)) {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      const inTime = await Promise.race([
        exited.then(() => true),
        pause(stopTimeoutMilliseconds, false, { ref: false }),
      ]);
      if (!inTime) await kill();
    }
    rmSync(folder, { recursive: true, force: true });
  }

  const loggedErrors = () =>
    output
      .split("\n")
      .filter((line) => /"level":"(error|fatal)"/.test(line) || /^\s+at /.test(line));

  try {
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return { address, start, kill, remove, loggedErrors };
}
