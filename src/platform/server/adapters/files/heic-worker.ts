// Decodes one HEIC image outside the main thread, which stays able to end the worker or notice that memory runs out.
import { parentPort, workerData } from "node:worker_threads";
import decode from "heic-decode";
import type { HeicResult, HeicTask } from "./decode-heic.ts";

async function decodeFirst({ bytes, maximumPixels }: HeicTask): Promise<HeicResult> {
  const [first] = await decode.all({ buffer: bytes });
  if (first === undefined) return { state: "damaged" };
  const { width, height } = first;
  // Known from the header, before anything is decoded.
  if (width * height > maximumPixels) {
    return { state: "too_many_pixels", size: { width, height, frames: 1 } };
  }
  const { data } = await first.decode();
  return { state: "decoded", width, height, pixels: new Uint8Array(data.buffer) };
}

const result = await decodeFirst(workerData as HeicTask).catch((): HeicResult => ({
  state: "damaged",
}));
parentPort?.postMessage(
  result,
  result.state === "decoded" ? [result.pixels.buffer as ArrayBuffer] : [],
);
