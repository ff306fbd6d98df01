import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "#test/free-port.ts";

/** The server's port, or what it printed before it ended. */
export type ApiState = { readonly port: number } | { readonly failure: string };

export type ApiServer = {
  /** Resolves once the newest process is ready or has ended; waits during a restart. */
  state(): Promise<ApiState>;
  /** Restarts the process with the current sources. */
  restart(): Promise<ApiState>;
  close(): Promise<void>;
};

type ApiProcess = { state(): Promise<ApiState>; stop(): Promise<void> };

const entry = join(import.meta.dirname, "api-process.ts");
const endWithParent = join(import.meta.dirname, "../end-with-parent.mjs");
/** The process is killed after this time. */
const stopTimeoutMilliseconds = 2_000;
const maxErrorCharacters = 4_000;

/** The returned function resolves once `child` is ready or has ended. */
function stateOf(child: ChildProcess, port: number): () => Promise<ApiState> {
  let errors = "";
  let state: ApiState = { port };
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    process.stderr.write(text);
    errors = (errors + text).slice(-maxErrorCharacters);
  });
  const settled = new Promise<void>((resolve) => {
    const fail = (reason: string) => {
      state = { failure: errors.trim() || reason };
      resolve();
    };
    child.once("message", () => resolve());
    child.once("error", ({ message }) => fail(message));
    child.once("close", (code, signal) => fail(`It ended with ${code ?? signal}.`));
  });
  return async () => {
    await settled;
    return state;
  };
}

async function startProcess(
  environment: NodeJS.ProcessEnv,
  args: readonly string[],
): Promise<ApiProcess> {
  const port = await freePort();
  const flags = ["--disable-warning=ExperimentalWarning", "--import", endWithParent];
  const child = spawn(process.execPath, [...flags, entry, ...args], {
    env: { ...environment, HOST: "127.0.0.1", PORT: String(port) },
    stdio: ["ignore", "inherit", "pipe", "ipc"],
    // Its own process group: Ctrl-C in a terminal must reach the parent only, which then stops this process.
    detached: true,
  });
  const ended = once(child, "exit").catch(() => undefined);
  return {
    state: stateOf(child, port),
    async stop() {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMilliseconds);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Starts the API server with the settings in `environment`, on a free port. */
export function startApiServer(environment: NodeJS.ProcessEnv): ApiServer {
  let isClosed = false;
  let newest = startProcess(environment, ["--print-startup-message"]);

  async function state(): Promise<ApiState> {
    for (;;) {
      const awaited = newest;
      const found = await (await awaited).state();
      if (awaited === newest) return found;
    }
  }

  return {
    state,
    restart() {
      // Assigned at once, so that a concurrent restart stops this process and not the previous one.
      newest = newest.then(async (previous) => {
        await previous.stop();
        return isClosed ? previous : await startProcess(environment, []);
      });
      return state();
    },
    async close() {
      isClosed = true;
      await (await newest).stop();
    },
  };
}
