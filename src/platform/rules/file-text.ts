// The text of a file that a spreadsheet wrote, whose encoding only its bytes tell.

export type FileEncoding = "utf-8" | "utf-16le" | "utf-16be";

/** A decoder of an encoding that throws where bytes are none of it, as browsers and Node have it. */
export type StrictDecoder = {
  decode(part?: Uint8Array, options?: { stream: boolean }): string;
};

/** Of a file without a mark, so many bytes show its encoding. */
const shownBytes = 200;

/** UTF-16 by its mark or by the zero bytes of Latin letters; otherwise UTF-8. */
function encodingOf(bytes: Uint8Array): FileEncoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, shownBytes).entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const least = Math.min(bytes.length, shownBytes) / 4;
  if (odd > least && even === 0) return "utf-16le";
  return even > least && odd === 0 ? "utf-16be" : "utf-8";
}

export type FileDecoder = {
  readonly decode: (part: Uint8Array) => string;
  readonly end: () => string;
};

/** Reads a file in UTF-8 or UTF-16, part by part; the first has at least 200 bytes, or is all. Throws a TypeError for others. */
export function createFileDecoder(
  strictDecoder: (encoding: FileEncoding) => StrictDecoder,
): FileDecoder {
  let decoder: StrictDecoder | null = null;
  return {
    decode(part) {
      decoder ??= strictDecoder(encodingOf(part));
      return decoder.decode(part, { stream: true });
    },
    end: () => decoder?.decode() ?? "",
  };
}

/** The text of a whole file; null where it is neither in UTF-8 nor in UTF-16. */
export function fileText(
  bytes: Uint8Array,
  strictDecoder: (encoding: FileEncoding) => StrictDecoder,
): string | null {
  const decoder = createFileDecoder(strictDecoder);
  try {
    return decoder.decode(bytes) + decoder.end();
  } catch {
    return null;
  }
}
