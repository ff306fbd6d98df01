import { expect, test } from "vitest";
import { acceptedFiles, type FileRules } from "./chosen-files.tsx";

const rules: FileRules = {
  most: 2,
  mostBytes: 10 * 1024 * 1024,
  takesPdf: false,
  wrongKind: () => "wrong kind",
  empty: () => "empty",
  tooLarge: () => "too large",
  tooMany: () => "too many",
};

const pixel = Uint8Array.from(
  atob("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs="),
  (character) => character.charCodeAt(0),
);

/** A GIF of that size with one pixel in its corner, since drawing and compressing many takes seconds. */
function picture(width: number, height: number): File {
  const bytes = pixel.slice();
  const header = new DataView(bytes.buffer);
  header.setUint16(6, width, true);
  header.setUint16(8, height, true);
  return new File([bytes], "box.gif", { type: "image/gif" });
}

/** One that a JPEG needs fewer bytes for. */
async function noise(): Promise<File> {
  const canvas = new OffscreenCanvas(200, 200);
  const image = new ImageData(200, 200);
  crypto.getRandomValues(new Uint8Array(image.data.buffer, 0, 65_536));
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  return new File([await canvas.convertToBlob({ type: "image/png" })], "box.png", {
    type: "image/png",
  });
}

test("a photo above 40 megapixels is made smaller, others stay as they are", async () => {
  const [large, small] = [picture(8_000, 5_001), picture(8_000, 5_000)];
  const { accepted, rejected } = await acceptedFiles([large, small], () => 0, rules);
  expect(rejected).toEqual([]);
  expect(accepted[1]).toBe(small);
  expect(accepted[0]).toMatchObject({ name: "box.jpg", type: "image/jpeg" });
  const { width, height } = await createImageBitmap(accepted[0] ?? large);
  expect([width, height]).toEqual([2_000, 1_250]);
});

test("a photo of more bytes than are allowed is made smaller", async () => {
  const photo = await noise();
  const mostBytes = photo.size - 1;
  const { accepted } = await acceptedFiles([photo], () => 0, { ...rules, mostBytes });
  expect(accepted.map(({ type }) => type)).toEqual(["image/jpeg"]);
});

test("what the browser cannot read is sent as it is", async () => {
  const heic = new File(["ftypheic"], "box.heic", { type: "image/heic" });
  const { accepted } = await acceptedFiles([heic], () => 1, rules);
  expect(accepted).toEqual([heic]);
});
