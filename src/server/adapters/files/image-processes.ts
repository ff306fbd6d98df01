// Draws pictures in a few processes beside the server, so that neither its memory nor its time is spent on them.
import { fileURLToPath } from "node:url";
import workerpool, { type Pool } from "workerpool";
import { apiError } from "#contract/errors.ts";
import { imageLimits } from "./image-limits.ts";
import type { PreparedImage } from "./draw-image.ts";

/** Pictures are judged and drawn by it; made once at start. */
export type ImageProcesses = {
  /** Draws `bytes`; a process that hangs or dies over them is replaced, and they are refused. */
  draw(bytes: Uint8Array): Promise<PreparedImage>;
  /** Ends all processes, whatever they do. */
  close(): Promise<void>;
};

type Options = {
  readonly script?: URL;
  readonly maximumSeconds?: number;
  readonly idleSeconds?: number;
};

const ownScript = new URL("./image-process.ts", import.meta.url);

/** Between being asked to end and being ended. */
const terminateMilliseconds = 200;

/** What strangers sent is read there, so nothing secret goes along. */
function environment(): NodeJS.ProcessEnv {
  const passed = Object.entries(process.env).filter(([name]) => /^(PATH$|MALLOC_|LD_)/.test(name));
  return { ...Object.fromEntries(passed), UV_THREADPOOL_SIZE: "2" };
}

function startPool(script: URL): Pool {
  return workerpool.pool(fileURLToPath(script), {
    workerType: "process",
    maxWorkers: imageLimits.processes,
    workerTerminateTimeout: terminateMilliseconds,
    forkOpts: { serialization: "advanced", execArgv: [], env: environment() },
  });
}

/** No process is started before the first picture, and none stays when there are no more. */
export function openImageProcesses(options: Options = {}): ImageProcesses {
  const { script = ownScript } = options;
  const { maximumSeconds = imageLimits.maximumSeconds, idleSeconds = imageLimits.idleSeconds } =
    options;
  let pool: Pool | null = null;
  let underWay = 0;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  const endPool = async () => {
    clearTimeout(idle);
    const ended = pool;
    pool = null;
    await ended?.terminate(true);
  };

  return {
    async draw(bytes) {
      if (isClosed) throw apiError("busy");
      clearTimeout(idle);
      pool ??= startPool(script);
      underWay += 1;
      try {
        const drawn: unknown = await pool.exec("drawImage", [bytes]).timeout(maximumSeconds * 1000);
        return drawn as PreparedImage;
      } catch (error) {
        if (isClosed) throw apiError("busy");
        const isTooLate = error instanceof workerpool.Promise.TimeoutError;
        return { ok: false, errorCode: { reason: isTooLate ? "too_slow" : "process_ended" } };
      } finally {
        underWay -= 1;
        if (underWay === 0) idle = setTimeout(() => void endPool(), idleSeconds * 1000).unref();
      }
    },
    async close() {
      isClosed = true;
      await endPool();
    },
  };
}
