import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./free-port.ts";

/** The product of this repository. */
const thisMain = join(import.meta.dirname, "../src/app/server/main.ts");
const readyMilliseconds = 120_000;

/** The admin account of a measured product. */
export const admin = { email: "admin@sampan.example", password: "lighthouse at the pier 7" };

export type MeasuredProduct = {
  /** Without a slash at the end. */
  readonly origin: string;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
};

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false;
  }
}

function hasBuild(main: string): boolean {
  const repository = main.slice(0, main.lastIndexOf("/src/"));
  return existsSync(join(repository, "build/client/index.html"));
}

/**
 * Starts it with `settings` over the defaults; rejects with what it wrote when it does not come up.
 * @param main the file that is run, such as that of an earlier commit to compare with
 */
export async function startMeasuredProduct(
  settings: Readonly<Record<string, string>> = {},
  main = thisMain,
): Promise<MeasuredProduct> {
  if (!hasBuild(main)) throw new Error("There is no build. `npm start` makes one.");
  const folder = mkdtempSync(join(tmpdir(), "measured-"));
  const port = await freePort();
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", main], {
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      PORT: String(port),
      DATA_DIR: folder,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text: Buffer) => (output += text.toString()));
  }
  const stop = async () => {
    if (child.exitCode === null && child.kill("SIGTERM")) await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  };
  const origin = `http://localhost:${port}`;
  const giveUpAt = Date.now() + readyMilliseconds;
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      await stop();
      throw new Error(`The server did not start:\n${output}`);
    }
    await pause(100);
  }
  return { origin, stop };
}
