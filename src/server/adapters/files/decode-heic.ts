// Makes plain pixels of a HEIC photograph, which the image library cannot read.
import { Worker } from "node:worker_threads";
import type { PictureSize } from "./image-limits.ts";

/** What the worker is given. */
export type HeicTask = { readonly bytes: Uint8Array; readonly maximumPixels: number };

/** What the worker answers; `pixels` are red, green, blue and alpha, a byte each, upright. */
export type HeicAnswer =
  | {
      readonly state: "decoded";
      readonly width: number;
      readonly height: number;
      readonly pixels: Uint8Array;
    }
  | { readonly state: "too_many_pixels"; readonly size: PictureSize }
  | { readonly state: "damaged" };

/** Whether `bytes` say of themselves that they are HEIC: an ISO media file of one of its brands. */
export function isHeic(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return /^....ftyp(heic|heix|hevc|hevx|mif1|msf1)/s.test(start);
}

/**
 * Decodes the first picture of a HEIC file in a worker, which is ended after `seconds`. Whatever goes
 * wrong with it, memory included, is the answer `damaged`, never an error.
 */
export async function decodeHeic(task: HeicTask, seconds: number): Promise<HeicAnswer> {
  // What the decoder says of files that it cannot read stays here: logs are for the server.
  const quiet = { stdout: true, stderr: true };
  const worker = new Worker(new URL("./heic-worker.ts", import.meta.url), {
    workerData: task,
    ...quiet,
  });
  const { promise, resolve } = Promise.withResolvers<HeicAnswer>();
  const timer = setTimeout(() => resolve({ state: "damaged" }), seconds * 1000);
  worker.once("message", resolve);
  worker.once("error", () => resolve({ state: "damaged" }));
  worker.once("exit", () => resolve({ state: "damaged" }));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
