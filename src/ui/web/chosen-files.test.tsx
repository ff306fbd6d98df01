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

async function picture(width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.fillRect(0, 0, 10, 10);
  return new File([await canvas.convertToBlob({ type: "image/png" })], "box.png", {
    type: "image/png",
  });
}

test("a photo above 40 megapixels is made smaller, others stay as they are", async () => {
  const [large, small] = [await picture(8_000, 5_001), await picture(800, 600)];
  const { accepted, rejected } = await acceptedFiles([large, small], () => 0, rules);
  expect(rejected).toEqual([]);
  expect(accepted[1]).toBe(small);
  expect(accepted[0]).toMatchObject({ name: "box.jpg", type: "image/jpeg" });
  const { width, height } = await createImageBitmap(accepted[0] ?? small);
  expect([width, height]).toEqual([2_000, 1_250]);
});

test("a photo of more bytes than are allowed is made smaller", async () => {
  const photo = await picture(3_000, 3_000);
  const mostBytes = photo.size - 1;
  const { accepted } = await acceptedFiles([photo], () => 0, { ...rules, mostBytes });
  expect(accepted.map(({ type }) => type)).toEqual(["image/jpeg"]);
});

test("what the browser cannot read is sent as it is", async () => {
  const heic = new File(["ftypheic"], "box.heic", { type: "image/heic" });
  const { accepted } = await acceptedFiles([heic], () => 1, rules);
  expect(accepted).toEqual([heic]);
});
