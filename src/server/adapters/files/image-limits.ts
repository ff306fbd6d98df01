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

const sentences = {
  empty: "The file is empty.",
  too_large: "The image is larger than 10 MB.",
  unsupported_type: "Only JPEG, PNG, WebP, HEIC and GIF images can be added.",
  damaged: "The image is damaged and cannot be read.",
  too_slow: "The image took too long to read.",
  process_ended: "The image could not be read: it needs too much memory, or is damaged.",
} as const;

const wholeNumber = new Intl.NumberFormat("en");
const oneDecimal = new Intl.NumberFormat("en", {
  maximumFractionDigits: 1,
  roundingMode: "ceil",
});

export function pixelsOf({ width, height, frames }: ImageSize): number {
  return width * height * frames;
}

/** In millions, rounded up, so that an image just above the limit does not seem to be at it. */
export function megapixelsOf(size: ImageSize): string {
  return oneDecimal.format(pixelsOf(size) / 1_000_000);
}

/** The sentence for an error, to be shown after the file's name. */
export function imageErrorSentence(error: ImageError): string {
  if (error.reason !== "too_many_pixels") return sentences[error.reason];
  const { width, height, frames } = error.size;
  const sides = `${wholeNumber.format(width)} × ${wholeNumber.format(height)}`;
  const figures = frames === 1 ? sides : `${sides}, ${wholeNumber.format(frames)} frames`;
  const maximum = imageLimits.maximumPixels / 1_000_000;
  return `The image has ${megapixelsOf(error.size)} megapixels (${figures}). At most ${maximum} are allowed.`;
}
