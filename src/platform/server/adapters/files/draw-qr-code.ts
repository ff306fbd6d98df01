import { encode } from "uqr";

/** Required by the standard. */
const marginModules = 4;
const pixelsPerModule = 10;

/** `text` as a black and white PNG, readable with up to a quarter of it damaged (level Q). */
export async function drawQrCode(text: string): Promise<Uint8Array> {
  const { data, size } = encode(text, { ecc: "Q", border: marginModules });
  const modules = Uint8Array.from(data.flat(), (isDark) => (isDark ? 0 : 255));
  const pixels = size * pixelsPerModule;
  const { default: sharp } = await import("sharp");
  return await sharp(modules, { raw: { width: size, height: size, channels: 1 } })
    .resize(pixels, pixels, { kernel: "nearest" })
    .toColourspace("b-w")
    .png()
    .toBuffer();
}
