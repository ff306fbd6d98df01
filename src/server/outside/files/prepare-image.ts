// Makes an uploaded picture safe to keep: judged by its content, turned upright, stripped, with a thumbnail.
import type { Sharp } from "sharp";
import { decodeHeic, isHeic } from "./decode-heic.ts";

/** Bytes ready to be kept, in the type they now have. */
type PreparedFile = {
  readonly bytes: Uint8Array;
  readonly contentType: "image/jpeg" | "image/png" | "image/webp";
  readonly extension: "jpg" | "png" | "webp";
  readonly width: number;
  readonly height: number;
};

/** Why a picture is not taken. */
type ImageRefusal = "empty" | "too_large" | "unsupported_type" | "too_many_pixels" | "damaged";

export type PreparedImage =
  | { ok: true; image: PreparedFile; thumbnail: PreparedFile }
  | { ok: false; refusal: ImageRefusal };

export const imageLimits = {
  maximumBytes: 10 * 1024 * 1024,
  /** Width times height; a phone's largest photographs have 50 million. */
  maximumPixels: 64_000_000,
  thumbnailPixels: 480,
  maximumSeconds: 20,
} as const;

/** The sentence for each refusal, to be shown behind the file's name. */
export const imageRefusalSentences: Record<ImageRefusal, string> = {
  empty: "The file is empty.",
  too_large: "The image is larger than 10 MB.",
  unsupported_type: "Only JPEG, PNG, WebP, HEIC and GIF images can be added.",
  too_many_pixels: "The image has more than 64 megapixels.",
  damaged: "The image is damaged and cannot be read.",
};

/** The best code tables would take a second look at the whole picture, and so 150 MB for a large one instead of 30. */
const streamed = { optimiseCoding: false } as const;

type ImageType = "jpeg" | "png" | "webp" | "gif";

/**
 * Reads `bytes` as an image, whatever its name or declared type says, and draws it anew: upright, in
 * sRGB, without metadata or anything hidden behind the picture. JPEG, PNG and WebP keep their type; of
 * moving pictures the first frame stays, a GIF as PNG; HEIC becomes JPEG. The thumbnail fits into a square of 480 pixels.
 * What cannot be taken is a refusal, never an error.
 */
export async function prepareImage(bytes: Uint8Array): Promise<PreparedImage> {
  if (bytes.length === 0) return { ok: false, refusal: "empty" };
  if (bytes.length > imageLimits.maximumBytes) return { ok: false, refusal: "too_large" };
  const type = typeByContent(bytes);
  if (type === null && !isHeic(bytes)) return { ok: false, refusal: "unsupported_type" };

  const release = await takePlace();
  try {
    return type === null ? await drawHeic(bytes) : await draw(bytes, type);
  } finally {
    release();
  }
}

async function drawHeic(bytes: Uint8Array): Promise<PreparedImage> {
  const { maximumPixels, maximumSeconds } = imageLimits;
  const decoded = await decodeHeic({ bytes, maximumPixels }, maximumSeconds);
  if (decoded.state !== "decoded") return { ok: false, refusal: decoded.state };
  const { width, height, pixels } = decoded;
  const { default: sharp } = await import("sharp");
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .flatten({ background: "white" })
    .jpeg({ quality: 92, ...streamed })
    .toBuffer();
  return await draw(jpeg, "jpeg");
}

async function draw(bytes: Uint8Array, type: ImageType): Promise<PreparedImage> {
  const { default: sharp } = await import("sharp");
  const read = () =>
    sharp(bytes, { limitInputPixels: imageLimits.maximumPixels, failOn: "error", pages: 1 })
      .timeout({ seconds: imageLimits.maximumSeconds })
      .autoOrient();
  try {
    const { width, height, format } = await read().metadata();
    if (width * height > imageLimits.maximumPixels)
      return { ok: false, refusal: "too_many_pixels" };
    if (format !== type) return { ok: false, refusal: "damaged" };
    const image = await write(read(), type);
    const { thumbnailPixels } = imageLimits;
    const small = read().resize(thumbnailPixels, thumbnailPixels, {
      fit: "inside",
      withoutEnlargement: true,
    });
    return { ok: true, image, thumbnail: await writeWebp(small, 76) };
  } catch (error) {
    const isTooBig = error instanceof Error && /pixel limit/i.test(error.message);
    return { ok: false, refusal: isTooBig ? "too_many_pixels" : "damaged" };
  }
}

async function write(picture: Sharp, type: ImageType): Promise<PreparedFile> {
  if (type === "webp") return writeWebp(picture, 86);
  if (type === "jpeg") {
    const { data, info } = await picture
      .jpeg({ quality: 88, ...streamed })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    return { bytes: data, contentType: "image/jpeg", extension: "jpg", width, height };
  }
  const { data, info } = await picture.png().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { bytes: data, contentType: "image/png", extension: "png", width, height };
}

async function writeWebp(picture: Sharp, quality: number): Promise<PreparedFile> {
  const { data, info } = await picture.webp({ quality }).toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { bytes: data, contentType: "image/webp", extension: "webp", width, height };
}

/** Only these four are ever handed to the decoder, which itself would read many more. */
function typeByContent(bytes: Uint8Array): ImageType | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return "webp";
  if (/^GIF8[79]a/.test(start)) return "gif";
  return null;
}

// A large photograph takes hundreds of megabytes while it is drawn, so only a few are at a time.
const places = 2;
let taken = 0;
const waiting: (() => void)[] = [];

async function takePlace(): Promise<() => void> {
  if (taken < places) taken += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  return () => {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  };
}
