/** The bytes of a QR code: a text with its padding and the Reed-Solomon bytes that mend reading errors (ISO/IEC 18004, level L). */

/** Error correction bytes per block and the number of blocks, from version 1 on. */
const correctionLengths = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
];
const blockCounts = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];
const byteMode = 0b0100;
const paddingBytes = [0xec, 0x11];

/** How many bytes fit into the area of a version that finders, timing and the like leave free. */
function capacityBytes(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const perSide = Math.floor(version / 7) + 2;
    modules -= (25 * perSide - 10) * perSide - 55;
  }
  if (version >= 7) modules -= 36;
  return Math.floor(modules / 8);
}

function dataLength(version: number): number {
  const corrections = (correctionLengths[version - 1] ?? 0) * (blockCounts[version - 1] ?? 0);
  return capacityBytes(version) - corrections;
}

/** Multiplies in the field of 256 elements with the polynomial 0x11d. */
function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((other >>> bit) & 1) * one;
  }
  return product;
}

/** Coefficients of the generator polynomial, the leading one left out. */
function generatorOf(length: number): number[] {
  let generator = [1];
  let root = 1;
  for (let factor = 0; factor < length; factor += 1) {
    const times = root;
    const raised = [...generator, 0];
    generator = raised.map((value, place) => value ^ multiply(generator[place - 1] ?? 0, times));
    root = multiply(root, 2);
  }
  return generator.slice(1);
}

function correctionOf(data: readonly number[], generator: readonly number[]): number[] {
  let remainder = generator.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (remainder[0] ?? 0);
    remainder = generator.map(
      (value, place) => (remainder[place + 1] ?? 0) ^ multiply(value, factor),
    );
  }
  return remainder;
}

/** Mode, length and text as bits, filled up to `length` bytes. */
function dataBytes(bytes: Uint8Array, version: number, length: number): number[] {
  const bits: number[] = [];
  const push = (value: number, width: number) => {
    for (let bit = width - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  push(byteMode, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, length * 8 - bits.length));
  push(0, -bits.length & 7);
  const data = Array.from({ length: bits.length / 8 }, (_, place) =>
    bits.slice(place * 8, place * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  );
  for (let padding = 0; data.length < length; padding += 1) {
    data.push(paddingBytes[padding % 2] ?? 0);
  }
  return data;
}

/** Takes the first of every row, then the second, and so on; shorter rows run out earlier. */
function interleaved(rows: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: longest }, (_, place) =>
    rows.flatMap((row) => row.slice(place, place + 1)),
  ).flat();
}

/** The smallest version that holds `text`, and its bytes in the order of drawing; null for over 800 bytes or so. */
export function qrCodewords(text: string): { version: number; codewords: number[] } | null {
  const bytes = new TextEncoder().encode(text);
  const version = blockCounts.findIndex(
    (_, place) => bytes.length + (place < 9 ? 2 : 3) <= dataLength(place + 1),
  );
  if (version === -1) return null;
  const number = version + 1;
  const length = dataLength(number);
  const data = dataBytes(bytes, number, length);
  const blockCount = blockCounts[version] ?? 1;
  const generator = generatorOf(correctionLengths[version] ?? 0);
  const shortLength = Math.floor(length / blockCount);
  const shortCount = blockCount - (length % blockCount);
  const blocks = Array.from({ length: blockCount }, (_, block) => {
    const start = block * shortLength + Math.max(0, block - shortCount);
    return data.slice(start, start + shortLength + (block < shortCount ? 0 : 1));
  });
  const corrections = blocks.map((block) => correctionOf(block, generator));
  return { version: number, codewords: [...interleaved(blocks), ...interleaved(corrections)] };
}
