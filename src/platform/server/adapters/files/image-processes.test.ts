import sharp from "sharp";
import { afterEach, describe, expect, test } from "vitest";
import { heicOfTiles } from "#test/heic-pictures.ts";
import { isLongRun } from "#test/long-run.ts";
import { imageLimits, imageErrorSentence } from "./image-limits.ts";
import { openImageProcesses, type ImageProcesses } from "./image-processes.ts";

let images: ImageProcesses;
afterEach(() => images.close());

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#0f2a3d" } });

/** An animation whose frames differ, since equal ones would be stored as one. */
async function animation(format: "gif" | "webp", side: number, frames: number): Promise<Buffer> {
  const framesAsPng = Array.from({ length: frames }, (_, index) =>
    sharp({
      create: {
        width: side,
        height: side,
        channels: 3,
        background: { r: (index % 2) * 200, g: 9, b: 9 },
      },
    })
      .png()
      .toBuffer(),
  );
  const joined = sharp(await Promise.all(framesAsPng), { join: { animated: true } });
  return await (
    format === "gif" ? joined.gif({ effort: 1, dither: 0 }) : joined.webp({ effort: 0 })
  ).toBuffer();
}

const errorOf = async (bytes: Uint8Array) => {
  const drawn = await images.draw(bytes);
  if (drawn.ok) throw new Error(`taken: ${drawn.image.width} × ${drawn.image.height}`);
  return { ...drawn.error, sentence: imageErrorSentence(drawn.error, "en") };
};

describe("B9: more than 40 megapixels by the header are rejected with their figures", () => {
  const [width, height] = [8000, 5001];
  const expected = {
    reason: "too_many_pixels",
    size: { width, height, frames: 1 },
    sentence:
      "The image has 40.1 megapixels (8,000 × 5,001). At most 40 are allowed. Save it as a smaller JPEG and add that.",
  };
  test.each(isLongRun ? (["jpeg", "png", "webp"] as const) : (["png"] as const))(
    "as %s",
    async (format) => {
      images = openImageProcesses();
      const bytes = await plain(width, height)
        .toFormat(format, format === "webp" ? { effort: 0 } : {})
        .toBuffer();
      // Only the header is passed, so nothing else can have been read.
      const start = format === "webp" ? bytes : bytes.subarray(0, 400);
      expect(await errorOf(start)).toEqual(expected);
    },
  );

  test.runIf(isLongRun)("as HEIC", async () => {
    images = openImageProcesses();
    const bytes = heicOfTiles(width, height);
    bytes.fill(0, bytes.indexOf("mdat") + 4);
    expect(await errorOf(bytes)).toEqual(expected);
  });

  test.runIf(isLongRun).each(["gif", "webp"] as const)(
    "as %s, all frames together",
    async (format) => {
      images = openImageProcesses();
      expect(await errorOf(await animation(format, 1300, 24))).toEqual({
        reason: "too_many_pixels",
        size: { width: 1300, height: 1300, frames: 24 },
        sentence:
          "The image has 40.6 megapixels (1,300 × 1,300, 24 frames). At most 40 are allowed. Save it as a smaller JPEG and add that.",
      });
    },
  );
});

test.runIf(isLongRun)("a HEIC image of many tiles is drawn", async () => {
  images = openImageProcesses();
  const drawn = await images.draw(heicOfTiles(1000, 800));
  if (!drawn.ok) throw new Error(drawn.error.reason);
  expect(drawn.image).toMatchObject({ width: 1000, height: 800, contentType: "image/jpeg" });
});

describe("with processes that hang and die", () => {
  const script = new URL("../../../../../test/image-processes/hanging.ts", import.meta.url);
  const [endless, deadly, good] = [0, 1, 2].map((first) => Uint8Array.of(first)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const processOf = async () => {
    const drawn = (await images.draw(good)) as unknown as { process: number };
    return drawn.process;
  };

  test.runIf(isLongRun)(
    "B9: one that hangs is killed and its image rejected, and the next one is drawn",
    async () => {
      images = openImageProcesses({ script, maximumSeconds: 2 });
      const before = await processOf();
      const results = await Promise.all(
        Array.from({ length: imageLimits.processes }, () => errorOf(endless)),
      );
      expect(results.map(({ sentence }) => sentence)).toEqual(
        Array.from(
          { length: imageLimits.processes },
          () => "The image took too long to read. Save it as a smaller JPEG and add that.",
        ),
      );
      expect(await processOf()).not.toBe(before);
      expect(() => process.kill(before, 0)).toThrow("ESRCH");
    },
  );

  test("one that dies is replaced, and only its image rejected", async () => {
    images = openImageProcesses({ script });
    const before = await processOf();
    expect((await errorOf(deadly)).reason).toBe("process_ended");
    expect(await processOf()).not.toBe(before);
  });

  test("idle processes are ended, and none is left after closing", async () => {
    images = openImageProcesses({ script, idleSeconds: 0.05 });
    const isGone = (id: number) => () => {
      expect(() => process.kill(id, 0)).toThrow("ESRCH");
    };
    await expect.poll(isGone(await processOf())).toBeUndefined();
    const [hanging] = await Promise.allSettled([images.draw(endless), images.close()]);
    expect(hanging).toMatchObject({ status: "rejected", reason: { code: "busy" } });
    await expect(images.draw(good)).rejects.toMatchObject({ code: "busy" });
  });
});
