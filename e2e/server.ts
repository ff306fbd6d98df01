/** Starts the product as `npm start` does, on a port and a data folder of its own; stops it, or kills it. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#testing/free-port.ts";

const startScript = new URL("../scripts/start.mjs", import.meta.url).pathname;
const readyMilliseconds = 180_000;
const stopMilliseconds = 20_000;

/** Who runs the office of a server under test. */
export const admin = { email: "office@sampan.example", password: "lighthouse at the pier 7" };

type ListedProcess = { readonly id: number; readonly parentId: number };

/** The process of that number as Linux describes it; nothing once it has ended. */
function readProcess(id: string): ListedProcess[] {
  try {
    const facts = readFileSync(`/proc/${id}/stat`, "utf8");
    // The parent follows the state, which follows the program's name in brackets.
    const [, , parentId] = facts.slice(facts.lastIndexOf(")")).split(" ");
    return [{ id: Number(id), parentId: Number(parentId) }];
  } catch {
    return [];
  }
}

/** Every process with its parent. Linux tells them without a program, which a small one may lack. */
function listProcesses(): ListedProcess[] {
  if (process.platform === "linux") {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readProcess);
  }
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  return lines
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .map(([id, parentId]) => ({ id: Number(id), parentId: Number(parentId) }));
}

/** The numbers of all processes below `processId`, parents before their children. */
function descendantsOf(processId: number): number[] {
  const all = listProcesses();
  const found = [processId];
  for (const parentId of found) {
    found.push(...all.filter((each) => each.parentId === parentId).map((each) => each.id));
  }
  return found.slice(1);
}

function killNow(processId: number): void {
  try {
    process.kill(processId, "SIGKILL");
  } catch {
    // It has ended by itself meanwhile.
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
  /** Ends the server, its PostgreSQL and what started them at once, as a power cut would. */
  readonly kill: () => Promise<void>;
  /** Asks it to stop, waits until it has, and removes its data. */
  readonly remove: () => Promise<void>;
  /** Lines of its log that tell of an error. */
  readonly troubles: () => string[];
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
    // As under npm: the server then also ends when the one that started it is gone.
    npm_lifecycle_event: "start",
  };
  /** All that were started here; at most the last one runs. */
  const children: ChildProcess[] = [];
  let output = "";

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [startScript], {
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.push(started);
    for (const stream of [started.stdout, started.stderr]) {
      stream.on("data", (piece: Buffer) => (output += piece.toString()));
    }
    const deadline = performance.now() + readyMilliseconds;
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
        pause(stopMilliseconds, false, { ref: false }),
      ]);
      if (!inTime) await kill();
    }
    rmSync(folder, { recursive: true, force: true });
  }

  const troubles = () =>
    output
      .split("\n")
      .filter((line) => /"level":"(error|fatal)"/.test(line) || /^\s+at /.test(line));

  try {
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return { address, start, kill, remove, troubles };
}
