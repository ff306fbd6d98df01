// Images are drawn and PDFs joined in child processes, to protect the server's memory and response time.
import { fileURLToPath } from "node:url";
import workerpool, { type Pool } from "workerpool";
import { apiError } from "#platform/contract/errors.ts";
import { openIdlePool } from "#platform/server/adapters/idle-pool.ts";
import { imageLimits } from "./image-limits.ts";
import { type PreparedImage, isSupported } from "./draw-image.ts";
import type { JoinedPdf, PdfTask } from "./join-pdfs.ts";

export type ImageProcesses = {
  /** Draws `bytes`; if the process hangs or dies, it is replaced and the image rejected. Throws `busy` once closed. */
  draw(bytes: Uint8Array): Promise<PreparedImage>;
  /** Writes PDFs as one, or null as `joinPdfs` says; also where the process hangs or dies. Throws `busy` once closed. */
  joinPdfs(task: PdfTask): Promise<JoinedPdf>;
  /** Kills all processes, busy or not. */
  close(): Promise<void>;
};

type Options = {
  readonly script?: URL;
  readonly maximumSeconds?: number;
  readonly idleSeconds?: number;
};

const ownScript = new URL("./image-process.ts", import.meta.url);

/** From the request to end until the process is killed. */
const terminateMilliseconds = 200;

/** The processes read untrusted files, so they get no secrets. */
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

/** The first process is started with the first image; idle ones are ended. */
export function openImageProcesses(options: Options = {}): ImageProcesses {
  const { script = ownScript } = options;
  const { maximumSeconds = imageLimits.maximumSeconds, idleSeconds = imageLimits.idleSeconds } =
    options;
  const pool = openIdlePool(() => startPool(script), idleSeconds);
  let isClosed = false;

  /** What a process makes of `input`; `failed` says what else it is where the process hangs or dies. */
  const make = async <Made>(
    method: string,
    input: unknown,
    failed: (reason: "too_slow" | "process_ended") => Made,
  ): Promise<Made> => {
    if (isClosed) throw apiError("busy");
    try {
      const made: unknown = await pool.use(
        async (processes) => await processes.exec(method, [input]).timeout(maximumSeconds * 1000),
      );
      return made as Made;
    } catch (error) {
      if (isClosed) throw apiError("busy");
      const isTimeout = error instanceof workerpool.Promise.TimeoutError;
      return failed(isTimeout ? "too_slow" : "process_ended");
    }
  };

  return {
    draw: (bytes) =>
      make<PreparedImage>("drawImage", bytes, (reason) => ({ ok: false, error: { reason } })),
    joinPdfs: (task) => make<JoinedPdf>("joinPdfs", task, () => null),
    async close() {
      isClosed = true;
      await pool.end();
    },
  };
}

/**
 * Makes an uploaded image safe to store: judged by its content and encoded again, upright, in sRGB, without metadata or
 * appended data. JPEG, PNG and WebP keep their type; GIF becomes PNG and HEIC becomes JPEG; of an animation only the first
 * frame stays. The thumbnail fits into a square of 480 pixels. Never throws for a bad image.
 */
export async function prepareImage(
  images: ImageProcesses,
  bytes: Uint8Array,
): Promise<PreparedImage> {
  if (bytes.length === 0) return { ok: false, error: { reason: "empty" } };
  if (bytes.length > imageLimits.maximumBytes) return { ok: false, error: { reason: "too_large" } };
  if (!isSupported(bytes)) return { ok: false, error: { reason: "unsupported_type" } };
  return await images.draw(bytes);
}
