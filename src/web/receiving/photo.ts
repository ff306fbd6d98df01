// Photos as they are sent: JPEG, with sides of at most 2,000 pixels.
import type { PhotoAnswer, PhotoRequest } from "./photo-worker.ts";

const maxSidePixels = 2_000;
const quality = 0.85;
const type = "image/jpeg";

type Waiting = ReturnType<typeof Promise.withResolvers<Blob>>;

let worker: Worker | null = null;
const waiting = new Map<number, Waiting>();
let lastId = 0;

function failAll(): void {
  for (const { reject } of waiting.values()) reject(new Error("The browser cannot encode photos."));
  waiting.clear();
  worker?.terminate();
  worker = null;
}

/** Encoding takes a tenth of a second, in which the page would not take a scan. */
function openWorker(): Worker {
  const opened = new Worker(new URL("./photo-worker.ts", import.meta.url), { type: "module" });
  opened.addEventListener("message", ({ data }: MessageEvent<PhotoAnswer>) => {
    const { id, photo } = data;
    const answer = waiting.get(id);
    waiting.delete(id);
    if (photo?.type === type) answer?.resolve(photo);
    else answer?.reject(new Error("The browser cannot draw."));
  });
  opened.addEventListener("error", failAll);
  return opened;
}

/** A still frame or picture as a JPEG file; rejects where the browser cannot draw it. */
export async function photoOf(source: ImageBitmapSource): Promise<Blob> {
  const picture = await createImageBitmap(source);
  worker ??= openWorker();
  const id = (lastId += 1);
  const answer: Waiting = Promise.withResolvers();
  waiting.set(id, answer);
  const request: PhotoRequest = { id, picture, maxSidePixels, type, quality };
  worker.postMessage(request, [picture]);
  return await answer.promise;
}

/** A chosen file, smaller where it is too large; as it is where the browser cannot read it, such as HEIC. */
export async function photoOfFile(file: Blob): Promise<Blob> {
  try {
    return await photoOf(file);
  } catch {
    return file;
  }
}
