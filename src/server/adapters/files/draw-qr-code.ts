// Draws a QR code as a picture that a camera reads from a printed label.
import { encode } from "uqr";

/** Modules of light around the dark ones, as the standard asks for. */
const margin = 4;
const pixelsPerModule = 10;

/** `text` as PNG, black on white; a quarter of the label's damage is made good (level Q). */
export async function drawQrCode(text: string): Promise<Uint8Array> {
  const { data, size } = encode(text, { ecc: "Q", border: margin });
  const modules = Uint8Array.from(data.flat(), (isDark) => (isDark ? 0 : 255));
  const pixels = size * pixelsPerModule;
  const { default: sharp } = await import("sharp");
  return await sharp(modules, { raw: { width: size, height: size, channels: 1 } })
    .resize(pixels, pixels, { kernel: "nearest" })
    .toColourspace("b-w")
    .png()
    .toBuffer();
}
