// sharp cannot read HEIC.
import type { ImageSize } from "./image-limits.ts";
import { runInWorker } from "./run-in-worker.ts";

/** The worker's input. */
export type HeicTask = { readonly bytes: Uint8Array; readonly maximumPixels: number };

/** The worker's output; `pixels` are upright RGBA, one byte per channel. */
export type HeicResult =
  | {
      readonly state: "decoded";
      readonly width: number;
      readonly height: number;
      readonly pixels: Uint8Array;
    }
  | { readonly state: "too_many_pixels"; readonly size: ImageSize }
  | { readonly state: "damaged" };

/** Whether `bytes` start as an ISO media file of a HEIC brand. */
export function isHeic(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return /^....ftyp(heic|heix|hevc|hevx|mif1|msf1)/s.test(start);
}

/**
 * Decodes the first image of a HEIC file in a worker, which is ended after `seconds`. Every failure of the worker,
 * running out of memory included, results in `damaged`, never in an error.
 */
export async function decodeHeic(task: HeicTask, seconds: number): Promise<HeicResult> {
  const script = new URL("./heic-worker.ts", import.meta.url);
  return await runInWorker<HeicResult>(script, task, seconds, { state: "damaged" });
}
