import type { Language } from "#platform/rules/language.ts";
import { translate } from "#platform/server/translate.ts";
export const imageLimits = {
  maximumBytes: 10 * 1024 * 1024,
  /** Width times height times frames, read from the file's header. */
  maximumPixels: 40_000_000,
  thumbnailPixels: 480,
  /** For one image, including the start of its process. */
  maximumSeconds: 30,
  /** How many images are processed at once, each in its own process. */
  processes: 2,
  /** A process that uses more memory is killed, and its image rejected. */
  maximumProcessBytes: 1_200 * 1024 * 1024,
  /** Idle processes are ended after this time, to free their memory. */
  idleSeconds: 30,
} as const;

/** From the file's header. */
export type ImageSize = {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
};

/** Why an image is rejected; with its size when its header could be read. */
export type ImageError =
  | { readonly reason: "too_many_pixels"; readonly size: ImageSize }
  | {
      readonly reason:
        | "empty"
        | "too_large"
        | "unsupported_type"
        | "damaged"
        | "too_slow"
        | "process_ended";
    };

export function pixelsOf({ width, height, frames }: ImageSize): number {
  return width * height * frames;
}

/** In millions, rounded up, so that an image just above the limit does not seem to be at it. */
export function megapixelsOf(size: ImageSize, language: Language): string {
  return new Intl.NumberFormat(language, {
    maximumFractionDigits: 1,
    roundingMode: "ceil",
  }).format(pixelsOf(size) / 1_000_000);
}

/** The sentence for an error, to be shown after the file's name. */
export function imageErrorSentence(error: ImageError, language: Language): string {
  if (error.reason !== "too_many_pixels")
    return translate(language, `errors.image.${error.reason}`);
  const { width, height, frames } = error.size;
  const wholeNumber = new Intl.NumberFormat(language);
  const values = {
    megapixels: megapixelsOf(error.size, language),
    sides: `${wholeNumber.format(width)} × ${wholeNumber.format(height)}`,
    frames,
    maximum: imageLimits.maximumPixels / 1_000_000,
  };
  return translate(language, "errors.image.too_many_pixels", values);
}

/** The types in which images are stored, by the extension of their files. */
export const imageTypes = { jpg: "image/jpeg", png: "image/png", webp: "image/webp" } as const;

/** Extension of a stored image. */
export type ImageExtension = keyof typeof imageTypes;
