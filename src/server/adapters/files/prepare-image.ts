// Makes an uploaded picture safe to keep: judged by its content, turned upright, stripped, with a thumbnail.
import { isSupported, type PreparedImage } from "./draw-image.ts";
import { imageLimits } from "./image-limits.ts";
import type { ImageProcesses } from "./image-processes.ts";

/**
 * Reads `bytes` as an image, whatever its name or declared type says, and draws it anew: upright, in
 * sRGB, without metadata or anything hidden behind the picture. JPEG, PNG and WebP keep their type; of
 * moving pictures the first frame stays, a GIF as PNG; HEIC becomes JPEG. The thumbnail fits into a square of 480 pixels.
 * What cannot be taken is a refusal, never an error.
 */
export async function prepareImage(
  images: ImageProcesses,
  bytes: Uint8Array,
): Promise<PreparedImage> {
  if (bytes.length === 0) return { ok: false, errorCode: { reason: "empty" } };
  if (bytes.length > imageLimits.maximumBytes)
    return { ok: false, errorCode: { reason: "too_large" } };
  if (!isSupported(bytes)) return { ok: false, errorCode: { reason: "unsupported_type" } };
  return await images.draw(bytes);
}
