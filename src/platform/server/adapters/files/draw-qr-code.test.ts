import jsqr from "jsqr";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { drawQrCode } from "./draw-qr-code.ts";

// The types of this CommonJS module put its function one level too deep.
const read = jsqr as unknown as typeof jsqr.default;

async function scan(image: Sharp): Promise<string | undefined> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return read(Uint8ClampedArray.from(data), info.width, info.height)?.data;
}

test.each([
  "http://localhost:3000/scan/6f1d7a52-3c0f-4b87-9a3a-0d9c7f3b1e11",
  `https://${"long.".repeat(20)}example.com/scan/6f1d7a52-3c0f-4b87-9a3a-0d9c7f3b1e11`,
])("%s is read back exactly", async (text) => {
  const png = await drawQrCode(text);
  expect(await sharp(png).metadata()).toMatchObject({ format: "png", channels: 1 });
  expect(await scan(sharp(png))).toBe(text);
});

test("a rotated code with a smudge on it is still readable", async () => {
  const text = "https://example.com/scan/6f1d7a52-3c0f-4b87-9a3a-0d9c7f3b1e11";
  const smudge = { create: { width: 60, height: 60, channels: 3, background: "#777" } } as const;
  const worn = await sharp(await drawQrCode(text))
    .toColourspace("srgb")
    .composite([{ input: smudge, left: 250, top: 250 }])
    .png()
    .toBuffer();
  expect(await scan(sharp(worn).rotate(8, { background: "white" }))).toBe(text);
});
