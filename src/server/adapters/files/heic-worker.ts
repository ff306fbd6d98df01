// Decodes one HEIC photograph beside its process's main thread, which can so still be ended or see that memory runs out.
import { parentPort, workerData } from "node:worker_threads";
import decode from "heic-decode";
import type { HeicAnswer, HeicTask } from "./decode-heic.ts";

async function answer({ bytes, maximumPixels }: HeicTask): Promise<HeicAnswer> {
  const [first] = await decode.all({ buffer: bytes });
  if (first === undefined) return { state: "damaged" };
  const { width, height } = first;
  // Known from the header; only the next line decodes.
  if (width * height > maximumPixels) {
    return { state: "too_many_pixels", size: { width, height, frames: 1 } };
  }
  const { data } = await first.decode();
  return { state: "decoded", width, height, pixels: new Uint8Array(data.buffer) };
}

const result = await answer(workerData as HeicTask).catch((): HeicAnswer => ({ state: "damaged" }));
parentPort?.postMessage(
  result,
  result.state === "decoded" ? [result.pixels.buffer as ArrayBuffer] : [],
);
