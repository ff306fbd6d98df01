// Photos as they are sent: JPEG, with sides of at most 2,000 pixels.
import type { PhotoAnswer, PhotoRequest } from "./photo-worker.ts";

const maxSidePixels = 2_000;
/** What the server reads of one image. */
const mostPixels = 40_000_000;
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

async function encoded(picture: ImageBitmap): Promise<Blob> {
  worker ??= openWorker();
  const id = (lastId += 1);
  const answer: Waiting = Promise.withResolvers();
  waiting.set(id, answer);
  const request: PhotoRequest = { id, picture, maxSidePixels, type, quality };
  worker.postMessage(request, [picture]);
  return await answer.promise;
}

/** A still frame or picture as a JPEG file; rejects where the browser cannot draw it. */
export async function photoOf(source: ImageBitmapSource): Promise<Blob> {
  return await encoded(await createImageBitmap(source));
}

/** A chosen file, smaller where it is too large; as it is where the browser cannot read it, such as HEIC. */
export async function photoOfFile(file: Blob): Promise<Blob> {
  try {
    return await photoOf(file);
  } catch {
    return file;
  }
}

/**
 * A chosen file as it is; a smaller JPEG in its place where it has more pixels or bytes than the server takes and the
 * browser can read it.
 */
export async function fileWithinLimits(file: File, mostBytes: number): Promise<File> {
  try {
    const picture = await createImageBitmap(file);
    if (file.size <= mostBytes && picture.width * picture.height <= mostPixels) {
      picture.close();
      return file;
    }
    const name = file.name.replace(/(\.\w+)?$/, ".jpg");
    return new File([await encoded(picture)], name, { type });
  } catch {
    return file;
  }
}
