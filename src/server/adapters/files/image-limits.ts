// What a picture may cost, and the sentences for what costs more.

export const imageLimits = {
  maximumBytes: 10 * 1024 * 1024,
  /** Width times height times frames, read from the file's header. */
  maximumPixels: 40_000_000,
  thumbnailPixels: 480,
  /** For one picture from its header to its thumbnail, starting a process for it included. */
  maximumSeconds: 30,
  /** How many pictures are drawn at once, each in a process of its own. */
  processes: 2,
  /** A process that takes more is ended, and the picture with it. */
  maximumProcessBytes: 1_200 * 1024 * 1024,
  /** Processes without work are ended after this long, and their memory with them. */
  idleSeconds: 30,
} as const;

/** What a file's header says of its picture. */
export type PictureSize = {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
};

/** Why a picture is not taken; `size` where its header could be read. */
export type ImageError =
  | { readonly reason: "too_many_pixels"; readonly size: PictureSize }
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

const inEnglish = new Intl.NumberFormat("en");
const oneDecimal = new Intl.NumberFormat("en", {
  maximumFractionDigits: 1,
  roundingMode: "ceil",
});

export function pixelsOf({ width, height, frames }: PictureSize): number {
  return width * height * frames;
}

/** In millions, rounded up, so that a picture above the limit never seems to be at it. */
export function megapixelsOf(size: PictureSize): string {
  return oneDecimal.format(pixelsOf(size) / 1_000_000);
}

/** The sentence for a refusal, to be shown behind the file's name. */
export function imageErrorSentence(errorCode: ImageError): string {
  if (errorCode.reason !== "too_many_pixels") return sentences[errorCode.reason];
  const { width, height, frames } = errorCode.size;
  const sides = `${inEnglish.format(width)} × ${inEnglish.format(height)}`;
  const figures = frames === 1 ? sides : `${sides}, ${inEnglish.format(frames)} frames`;
  const most = imageLimits.maximumPixels / 1_000_000;
  return `The image has ${megapixelsOf(errorCode.size)} megapixels (${figures}). At most ${most} are allowed.`;
}
