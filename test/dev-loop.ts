import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { descendantsOf } from "./descendants.ts";
import { freePort } from "./free-port.ts";

export type DevLoop = {
  readonly address: string;
  readonly dataFolder: string;
  readonly output: () => string;
  /** Replaces `before`, which must be there, in a file of the copy. */
  edit(file: string, before: string | RegExp, after: string): void;
  /** The numbers of all processes that it has running. */
  processIds(): number[];
  /** Those of `processIds` that have not ended. */
  running(processIds: readonly number[]): number[];
  /** Sends what Ctrl-C sends, resolves to the exit code. */
  interrupt(): Promise<number | null>;
  /** Ends it where it still runs, and removes the copy and its data. */
  remove(): Promise<void>;
};

const repository = join(import.meta.dirname, "..");
const copied = [
  "package.json",
  "package-lock.json",
  "public",
  "react-router.config.ts",
  "sandbox",
  "scripts",
  "src",
  "tsconfig.base.json",
  "tsconfig.rules.json",
  "tsconfig.json",
  "tsconfig.server.json",
  "tsconfig.web.json",
  "vite.config.ts",
];
const readyMilliseconds = 120_000;

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

/** Starts it on a free port and an empty data folder, and waits until its server is ready. */
export async function startDevLoop(admin: { email: string; password: string }): Promise<DevLoop> {
  const folder = mkdtempSync(join(tmpdir(), "sampan-dev-loop-"));
  const sources = join(folder, "sources");
  const dataFolder = join(folder, "data");
  for (const name of copied) {
    cpSync(join(repository, name), join(sources, name), { recursive: true });
  }
  symlinkSync(join(repository, "node_modules"), join(sources, "node_modules"));

  const port = await freePort();
  const address = `http://localhost:${port}`;
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [join(sources, "scripts/dev.mjs")], {
    env: {
      PATH,
      HOME,
      PORT: String(port),
      DATA_DIR: dataFolder,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (piece: Buffer) => (output += piece.toString()));
  }
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const processIds = () => (child.pid === undefined ? [] : descendantsOf(child.pid));

  async function remove(): Promise<void> {
    if (!hasEnded()) {
      child.kill("SIGTERM");
      await exited;
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  const deadline = performance.now() + readyMilliseconds;
  while (!output.includes("Press Ctrl-C to stop")) {
    if (hasEnded() || performance.now() > deadline) {
      await remove();
      throw new Error(`Development did not start:\n${output}`);
    }
    await sleep(20);
  }
  return {
    address,
    dataFolder,
    output: () => output,
    edit(file, before, after) {
      const path = join(sources, file);
      const text = readFileSync(path, "utf8");
      const changed = text.replace(before, () => after);
      if (changed === text) throw new Error(`${file} holds no ${String(before)}.`);
      writeFileSync(path, changed);
    },
    processIds,
    running: (ids) => ids.filter(isRunning),
    interrupt() {
      child.kill("SIGINT");
      return exited;
    },
    remove,
  };
}
