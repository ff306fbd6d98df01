import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { timeLimit } from "#test/time-limit.ts";
import type { PreparedImage } from "./draw-image.ts";
import { imageLimits } from "./image-limits.ts";
import { openImageProcesses, prepareImage as prepareIn } from "./image-processes.ts";

const images = openImageProcesses();
afterAll(() => images.close());

const prepareImage = (bytes: Uint8Array) => prepareIn(images, bytes);

const picture = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: "#0f2a3d" } });

function accepted(prepared: PreparedImage) {
  if (!prepared.ok) throw new Error(`rejected: ${prepared.error.reason}`);
  return prepared;
}

test.each([
  ["jpeg", "image/jpeg", "jpg"],
  ["png", "image/png", "png"],
  ["webp", "image/webp", "webp"],
  ["gif", "image/png", "png"],
] as const)("a %s is stored as %s", async (format, contentType, extension) => {
  const { image, thumbnail } = accepted(
    await prepareImage(await picture().toFormat(format).toBuffer()),
  );
  expect(image).toMatchObject({ contentType, extension, width: 40, height: 20 });
  expect((await sharp(image.bytes).metadata()).format).toBe(
    extension === "jpg" ? "jpeg" : extension,
  );
  expect(thumbnail).toMatchObject({ contentType: "image/webp", width: 40, height: 20 });
});

test("an image on its side is turned upright and loses its metadata", async () => {
  const onItsSide = await picture(40, 20)
    .withExif({ IFD0: { Copyright: "Ann", ImageDescription: "at home" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(onItsSide).metadata()).orientation).toBe(6);
  const { image, thumbnail } = accepted(await prepareImage(onItsSide));
  expect(image).toMatchObject({ width: 20, height: 40 });
  expect(thumbnail).toMatchObject({ width: 20, height: 40 });
  const { exif, icc, xmp, orientation } = await sharp(image.bytes).metadata();
  expect({ exif, icc, xmp, orientation }).toEqual({
    exif: undefined,
    icc: undefined,
    xmp: undefined,
    orientation: undefined,
  });
  expect(Buffer.from(image.bytes).includes("at home")).toBe(false);
});

test("the thumbnail of a large image fits into its square and keeps the proportions", async () => {
  const { image, thumbnail } = accepted(
    await prepareImage(await picture(2000, 1000).jpeg().toBuffer()),
  );
  expect(image).toMatchObject({ width: 2000, height: 1000 });
  expect(thumbnail).toMatchObject({ width: 480, height: 240 });
});

test("of an animation the first frame is stored", async () => {
  const frames = [
    sharp({ create: { width: 10, height: 10, channels: 4, background: "red" } }),
    sharp({ create: { width: 10, height: 10, channels: 4, background: "blue" } }),
  ];
  const animation = await sharp(await Promise.all(frames.map((frame) => frame.png().toBuffer())), {
    join: { animated: true },
  })
    .gif()
    .toBuffer();
  expect((await sharp(animation).metadata()).pages).toBe(2);
  const { image } = accepted(await prepareImage(animation));
  expect(image).toMatchObject({ width: 10, height: 10 });
});

test("data hidden behind or inside an image is removed", async () => {
  const polyglot = Buffer.concat([
    await picture().jpeg().toBuffer(),
    Buffer.from("<script>alert(1)</script>PK\x03\x04"),
  ]);
  const { image } = accepted(await prepareImage(polyglot));
  expect(Buffer.from(image.bytes).includes("<script>")).toBe(false);
});

test.each([
  ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ["HTML", "<!doctype html><script>alert(1)</script>"],
  ["PDF", "%PDF-1.7"],
  ["a ZIP archive", "PK\x03\x04"],
  ["plain text", "hello"],
  ["one byte", "x"],
])("%s is rejected by its content", async (_name, content) => {
  expect(await prepareImage(Buffer.from(content, "latin1"))).toEqual({
    ok: false,
    error: { reason: "unsupported_type" },
  });
});

test("formats that the decoder supports but the product does not are rejected", async () => {
  for (const format of ["tiff", "avif"] as const) {
    const other = await picture().toFormat(format).toBuffer();
    expect(await prepareImage(other)).toEqual({
      ok: false,
      error: { reason: "unsupported_type" },
    });
  }
});

test("an empty file and one byte more than 10 MB are rejected", async () => {
  expect(await prepareImage(new Uint8Array())).toEqual({
    ok: false,
    error: { reason: "empty" },
  });
  const tooLarge = new Uint8Array(imageLimits.maximumBytes + 1).fill(0xff);
  expect(await prepareImage(tooLarge)).toEqual({ ok: false, error: { reason: "too_large" } });
});

test("half an image, and noise after a valid start, are damaged", async () => {
  const whole = await sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: "black",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();
  const noise = Buffer.concat([whole.subarray(0, 3), Buffer.alloc(500, 7)]);
  for (const bytes of [whole.subarray(0, whole.length / 2), noise]) {
    expect(await prepareImage(bytes)).toEqual({ ok: false, error: { reason: "damaged" } });
  }
});

test("a small file that claims to be a huge image is rejected before it is decoded", async () => {
  const started = performance.now();
  expect(await prepareImage(pngThatClaims(30_000, 30_000))).toEqual({
    ok: false,
    error: { reason: "too_many_pixels", size: { width: 30_000, height: 30_000, frames: 1 } },
  });
  expect(performance.now() - started).toBeLessThan(timeLimit(1_000));
});

test("many concurrent images are all prepared", async () => {
  const one = await picture(800, 600).jpeg().toBuffer();
  const prepared = await Promise.all(Array.from({ length: 12 }, () => prepareImage(one)));
  expect(prepared.every(({ ok }) => ok)).toBe(true);
});

function pngThatClaims(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.alloc(1_000_000))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(checksum(body), body.length + 4);
  return chunk;
}

function checksum(bytes: Buffer): number {
  let remainder = 0xffffffff;
  for (const byte of bytes) {
    remainder ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
    }
  }
  return (remainder ^ 0xffffffff) >>> 0;
}
