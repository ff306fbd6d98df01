// Decodes one HEIC photograph beside the main thread: the decoder is WebAssembly and would hold everybody up.
import { parentPort, workerData } from "node:worker_threads";
import decode from "heic-decode";
import type { HeicAnswer, HeicTask } from "./decode-heic.ts";

async function answer({ bytes, maximumPixels }: HeicTask): Promise<HeicAnswer> {
  const [first] = await decode.all({ buffer: bytes });
  if (first === undefined) return { state: "damaged" };
  const { width, height } = first;
  if (width * height > maximumPixels) return { state: "too_many_pixels" };
  const { data } = await first.decode();
  return { state: "decoded", width, height, pixels: new Uint8Array(data.buffer) };
}

const result = await answer(workerData as HeicTask).catch((): HeicAnswer => ({ state: "damaged" }));
parentPort?.postMessage(
  result,
  result.state === "decoded" ? [result.pixels.buffer as ArrayBuffer] : [],
);
