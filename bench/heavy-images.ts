// The heaviest pictures that are taken: each nearly 40 megapixels and at most 10 MB.
import { randomFillSync } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { heicOfTiles } from "#test/heic-pictures.ts";

const mostBytes = 10 * 1024 * 1024;

export type Picture = {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** Coloured noise in spots: the smaller they are, the more there is to write. */
async function noise(
  [width, height]: readonly [number, number],
  { spot, kernel }: { readonly spot: number; readonly kernel: "nearest" | "cubic" },
) {
  const [columns, rows] = [Math.ceil(width / spot), Math.ceil(height / spot)];
  const spots = randomFillSync(Buffer.alloc(columns * rows * 3));
  const drawn = await sharp(spots, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { fit: "fill", kernel })
    .raw()
    .toBuffer();
  return sharp(drawn, { raw: { width, height, channels: 3 } });
}

async function bytesOf(picture: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await picture.toBuffer();
  if (bytes.byteLength > mostBytes) throw new Error(`A picture came to ${bytes.byteLength} bytes.`);
  return new Uint8Array(bytes);
}

const sides = [7680, 5208] as const;

/** One of each format that takes long: HEIC is decoded in WebAssembly, WebP is slow to write, PNG large. */
export async function heaviestPictures(): Promise<readonly Picture[]> {
  const webp = (await noise(sides, { spot: 8, kernel: "cubic" })).webp({ quality: 80, effort: 1 });
  const png = (await noise(sides, { spot: 6, kernel: "nearest" })).png();
  return [
    { name: "photo.heic", type: "image/heic", bytes: heicOfTiles(...sides) },
    { name: "photo.webp", type: "image/webp", bytes: await bytesOf(webp) },
    { name: "photo.png", type: "image/png", bytes: await bytesOf(png) },
  ];
}

/** As a phone takes it: 12 megapixels, JPEG. */
export async function phonePicture(): Promise<Picture> {
  const jpeg = (await noise([4032, 3024], { spot: 8, kernel: "cubic" })).jpeg({ quality: 75 });
  return { name: "phone.jpg", type: "image/jpeg", bytes: await bytesOf(jpeg) };
}
