// Keeps the API server's process running in development: starts it again when told to, and says when it answers.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "#testing/free-port.ts";

/** Where the server answers, or what it printed before it ended. */
export type ApiState = { readonly port: number } | { readonly failure: string };

export type ApiServer = {
  /** Resolves once the newest process answers or has ended; waits while another is started in its place. */
  state(): Promise<ApiState>;
  /** Ends the process and starts it anew from the sources as they are now. */
  restart(): Promise<ApiState>;
  close(): Promise<void>;
};

type ApiProcess = { state(): Promise<ApiState>; stop(): Promise<void> };

const entry = join(import.meta.dirname, "api-process.ts");
const endWithParent = join(import.meta.dirname, "../end-with-parent.mjs");
/** Time for requests under way before the process is killed, which loses nothing that was acknowledged. */
const graceMilliseconds = 2_000;
const keptErrorCharacters = 4_000;

/** What is known of `child` from now on: waits until it has said that it is ready, or has ended. */
function stateOf(child: ChildProcess, port: number): () => Promise<ApiState> {
  let errors = "";
  let state: ApiState = { port };
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    process.stderr.write(text);
    errors = (errors + text).slice(-keptErrorCharacters);
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
  services: readonly string[],
): Promise<ApiProcess> {
  const port = await freePort();
  const flags = ["--disable-warning=ExperimentalWarning", "--import", endWithParent];
  const child = spawn(process.execPath, [...flags, entry, ...services], {
    env: { ...environment, HOST: "127.0.0.1", PORT: String(port) },
    stdio: ["ignore", "inherit", "pipe", "ipc"],
    // A group of its own: a terminal's Ctrl-C is for our process, which then ends this one.
    detached: true,
  });
  const ended = once(child, "exit").catch(() => undefined);
  return {
    state: stateOf(child, port),
    async stop() {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), graceMilliseconds);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Starts the API server with `environment` as its settings, each process on a free port of this machine. */
export function startApiServer(environment: NodeJS.ProcessEnv): ApiServer {
  let isClosed = false;
  let newest = startProcess(environment, ["--welcome"]);

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
      // Taken at once, so that a restart asked for meanwhile ends this process and not the one before.
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
