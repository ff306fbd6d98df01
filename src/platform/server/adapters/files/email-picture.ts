import { imageLimits } from "./image-limits.ts";

const pixels = 192;

/** A thumbnail of ours as a small square JPEG, since not all mail programs show WebP; null for a damaged file. */
export async function emailPicture(thumbnail: Uint8Array): Promise<Uint8Array | null> {
  const { default: sharp } = await import("sharp");
  try {
    return await sharp(thumbnail, { limitInputPixels: imageLimits.thumbnailPixels ** 2 })
      .resize(pixels, pixels, { fit: "cover" })
      .flatten({ background: "white" })
      .jpeg({ quality: 78 })
      .toBuffer();
  } catch {
    return null;
  }
}
