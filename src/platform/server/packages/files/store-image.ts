// How an uploaded picture is read and stored, whatever it belongs to.
import { apiError, type ErrorCode } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { PreparedImage } from "#platform/server/adapters/files/draw-image.ts";
import {
  imageErrorSentence,
  type ImageError,
} from "#platform/server/adapters/files/image-limits.ts";
import { prepareImage } from "#platform/server/adapters/files/prepare-image.ts";
import type { ImageKeys } from "./file-keys.ts";

/** A picture and its thumbnail, drawn again. */
export type StorableImage = Extract<PreparedImage, { ok: true }>;

const codesByReason: Partial<Record<ImageError["reason"], ErrorCode>> = {
  too_large: "too_large",
  too_many_pixels: "too_many_pixels",
};

/** Throws `too_large`, `too_many_pixels`, and `invalid_image` with the reason. */
export async function readUploadedImage(
  { images }: SignedInContext,
  file: File,
): Promise<StorableImage> {
  const result = await prepareImage(images, new Uint8Array(await file.arrayBuffer()));
  if (result.ok) return result;
  const { reason } = result.error;
  const code = codesByReason[reason] ?? "invalid_image";
  throw apiError(code, { ...result.error }, (language) =>
    imageErrorSentence(result.error, language),
  );
}

/** A file to store under its key. */
type NewFile = {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
};

/** Stores files, then runs `save`; a failure of either leaves no file but those that a row names. */
export async function storeFiles<T>(
  { db, files, listeners, log }: SignedInContext,
  stored: readonly NewFile[],
  save: () => Promise<T>,
): Promise<T> {
  try {
    for (const { key, bytes, contentType } of stored) await files.put(key, bytes, contentType);
    return await save();
  } catch (error) {
    // A commit that was not answered may have named them. What is left behind must not hide why, and a job removes it.
    const keys = stored.map(({ key }) => key);
    const orphans = await listeners.unreferencedKeys(db, keys).catch(() => []);
    const removals = await Promise.allSettled(orphans.map((key) => files.remove(key)));
    const failed = removals.find((removal) => removal.status === "rejected");
    if (failed) log.error({ error: failed.reason, key: stored[0]?.key }, "A file was left behind");
    throw error;
  }
}

/** The same for a picture and its thumbnail. */
export async function storeImageFiles<T>(
  context: SignedInContext,
  keys: ImageKeys,
  { image, thumbnail }: StorableImage,
  save: () => Promise<T>,
): Promise<T> {
  const stored = [
    { key: keys.image, ...image },
    { key: keys.thumbnail, ...thumbnail },
  ];
  return await storeFiles(context, stored, save);
}
