import type { Sharp } from "sharp";
import {
  type ImageExtension,
  type imageTypes,
  imageLimits,
  pixelsOf,
  type ImageError,
} from "./image-limits.ts";
import { decodeHeic, isHeic } from "./decode-heic.ts";

export type PreparedFile = {
  readonly bytes: Uint8Array;
  readonly contentType: (typeof imageTypes)[ImageExtension];
  readonly extension: ImageExtension;
  readonly width: number;
  readonly height: number;
};

export type PreparedImage =
  | { ok: true; image: PreparedFile; thumbnail: PreparedFile }
  | { ok: false; error: ImageError };

/** Optimised Huffman tables need a second pass, and so 150 MB instead of 30 for a large image. */
const singlePass = { optimiseCoding: false } as const;

/** For 40 megapixels a seventh of the time of the library's default, for 2 % more bytes. */
const webpEffort = 2;

type ImageType = "jpeg" | "png" | "webp" | "gif";

const damaged: PreparedImage = { ok: false, error: { reason: "damaged" } };

/** Decodes and re-encodes `bytes`, upright and without metadata, with a thumbnail. Never throws for a bad image. */
export async function drawImage(bytes: Uint8Array): Promise<PreparedImage> {
  const type = typeByContent(bytes);
  if (type !== null) return await draw(bytes, type);
  if (isHeic(bytes)) return await drawHeic(bytes);
  return { ok: false, error: { reason: "unsupported_type" } };
}

async function drawHeic(bytes: Uint8Array): Promise<PreparedImage> {
  const { maximumPixels, maximumSeconds } = imageLimits;
  const decoded = await decodeHeic({ bytes, maximumPixels }, maximumSeconds);
  if (decoded.state === "damaged") return damaged;
  if (decoded.state === "too_many_pixels") {
    return { ok: false, error: { reason: "too_many_pixels", size: decoded.size } };
  }
  const { width, height, pixels } = decoded;
  const { default: sharp } = await import("sharp");
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .flatten({ background: "white" })
    .jpeg({ quality: 92, ...singlePass })
    .toBuffer();
  return await draw(jpeg, "jpeg");
}

/** Reads the header only, so that the limits are checked before anything is decoded. */
async function readHeader(bytes: Uint8Array) {
  const { default: sharp } = await import("sharp");
  const { width, height, pages, format } = await sharp(bytes, {
    limitInputPixels: false,
    failOn: "error",
  }).metadata();
  return { format, size: { width, height, frames: pages ?? 1 } };
}

async function draw(bytes: Uint8Array, type: ImageType): Promise<PreparedImage> {
  const { default: sharp } = await import("sharp");
  const { maximumPixels, maximumSeconds, thumbnailPixels } = imageLimits;
  const read = () =>
    sharp(bytes, { limitInputPixels: maximumPixels, failOn: "error", pages: 1 })
      .timeout({ seconds: maximumSeconds })
      .autoOrient();
  try {
    const { format, size } = await readHeader(bytes);
    if (format !== type) return damaged;
    if (pixelsOf(size) > maximumPixels) {
      return { ok: false, error: { reason: "too_many_pixels", size } };
    }
    const image = await write(read(), type);
    const small = read().resize(thumbnailPixels, thumbnailPixels, {
      fit: "inside",
      withoutEnlargement: true,
    });
    return { ok: true, image, thumbnail: await writeWebp(small, 76) };
  } catch {
    return damaged;
  }
}

async function write(image: Sharp, type: ImageType): Promise<PreparedFile> {
  if (type === "webp") return writeWebp(image, 86);
  if (type === "jpeg") {
    const { data, info } = await image
      .jpeg({ quality: 88, ...singlePass })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    return { bytes: data, contentType: "image/jpeg", extension: "jpg", width, height };
  }
  const { data, info } = await image.png().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { bytes: data, contentType: "image/png", extension: "png", width, height };
}

async function writeWebp(image: Sharp, quality: number): Promise<PreparedFile> {
  const { data, info } = await image
    .webp({ quality, effort: webpEffort })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { bytes: data, contentType: "image/webp", extension: "webp", width, height };
}

/** Only these four types are passed to the decoder, which supports many more. */
function typeByContent(bytes: Uint8Array): ImageType | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return "webp";
  if (/^GIF8[79]a/.test(start)) return "gif";
  return null;
}

/** Judged by the content, not by a name or declared type. */
export function isSupported(bytes: Uint8Array): boolean {
  return typeByContent(bytes) !== null || isHeic(bytes);
}
