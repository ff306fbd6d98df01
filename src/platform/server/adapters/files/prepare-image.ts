import { isSupported, type PreparedImage } from "./draw-image.ts";
import { imageLimits } from "./image-limits.ts";
import type { ImageProcesses } from "./image-processes.ts";

/**
 * Makes an uploaded image safe to store: judged by its content and encoded again, upright, in sRGB, without metadata or
 * appended data. JPEG, PNG and WebP keep their type; GIF becomes PNG and HEIC becomes JPEG; of an animation only the first
 * frame stays. The thumbnail fits into a square of 480 pixels. Never throws for a bad image.
 */
export async function prepareImage(
  images: ImageProcesses,
  bytes: Uint8Array,
): Promise<PreparedImage> {
  if (bytes.length === 0) return { ok: false, error: { reason: "empty" } };
  if (bytes.length > imageLimits.maximumBytes) return { ok: false, error: { reason: "too_large" } };
  if (!isSupported(bytes)) return { ok: false, error: { reason: "unsupported_type" } };
  return await images.draw(bytes);
}
