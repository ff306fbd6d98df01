import sharp from "sharp";
import { expect, test } from "vitest";
import { decodeHeic, isHeic } from "./decode-heic.ts";
import { drawImage } from "./draw-image.ts";

// 64 by 48 pixels, red above blue, encoded elsewhere: no library here can write HEIC.
const heic = Buffer.from(
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAaxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAA" +
    "AAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAA" +
    "AAHQAAEAAAAAAAAARgACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAA" +
    "aHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADXaXBycAAAALVpcGNvAAAAdWh2Y0MBBAgAAAAAAAAAAAAe" +
    "8AD8/fr6AAAPAyAAAQAXQAEMAf//BAgAAAMAnbgAAAMAAB66AkAhAAEAKkIBAQQIAAADAJ24AAADAAAeoCCB" +
    "BNlurkprm4EBAwIAAAMAAgAAAwACECIAAQAGRAHBc8CJAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAUaXNwZQAA" +
    "AAAAAABAAAAAMAAAABBwaXhpAAAAAAMKCgoAAAAaaXBtYQAAAAAAAAACAAECgQIAAgIDhAAAABppcmVmAAAA" +
    "AAAAAA5kaW1nAAIAAQABAAAATm1kYXQAAABCKAGvE4D1Zsp2s9Z7f+0xWG5viMvluSSssyQFFCs9tLdxauTN" +
    "9qCeyZKIdyG4sdX3xSpJ0sjWTk6RsMDhqKHTbwxO",
  "base64",
);

test("a HEIC image is converted to JPEG", async () => {
  const prepared = await drawImage(heic);
  if (!prepared.ok) throw new Error(prepared.error.reason);
  expect(prepared.image).toMatchObject({ contentType: "image/jpeg", width: 64, height: 48 });
  const { data } = await sharp(prepared.image.bytes).raw().toBuffer({ resolveWithObject: true });
  const [red = 0, , blue = 255] = data;
  expect(red).toBeGreaterThan(200);
  expect(blue).toBeLessThan(60);
});

test("an image with too many pixels is not decoded", async () => {
  const result = await decodeHeic({ bytes: heic, maximumPixels: 64 * 48 - 1 }, 20);
  expect(result).toEqual({
    state: "too_many_pixels",
    size: { width: 64, height: 48, frames: 1 },
  });
});

test.each([
  ["cut short", heic.subarray(0, 300)],
  ["filled with something else", Buffer.concat([heic.subarray(0, 40), Buffer.alloc(400)])],
])("an image that is %s is rejected as damaged", async (_, bytes) => {
  expect(isHeic(bytes)).toBe(true);
  expect(await drawImage(bytes)).toEqual({ ok: false, error: { reason: "damaged" } });
});

test("an image that takes too long is rejected", async () => {
  const result = await decodeHeic({ bytes: heic, maximumPixels: 1e6 }, 0);
  expect(result).toEqual({ state: "damaged" });
});
