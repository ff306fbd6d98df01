// Labels in the language of Zebra printers, for 203 dots an inch.
import { stickerSize, type Sticker, type StickerText } from "./label-layout.ts";

const dotsPerMillimeter = 8;
const dots = (millimeters: number) => Math.round(millimeters * dotsPerMillimeter);

/** The printer's font is its height in dots; capitals have this share of it. */
const zplCapitalHeight = 0.75;
/** How wide a capital or digit of the printer's font is at most, as a share of its height. */
const characterWidth = 0.55;
const maxMagnification = 10;

/** `text` as a field: all but letters, digits and a few signs as the hexadecimal bytes that ^FH allows. */
function fieldData(text: string): string {
  const escaped = text.replaceAll(/[^A-Za-z0-9 .:/,-]/gu, (character) =>
    [...Buffer.from(character)]
      .map((byte) => `_${byte.toString(16).toUpperCase().padStart(2, "0")}`)
      .join(""),
  );
  return `^FH_^FD${escaped}^FS`;
}

function textField({ text, x, y, width, height }: StickerText): string {
  const fontHeight = Math.min(
    Math.round(dots(height) / zplCapitalHeight),
    Math.floor(dots(width) / (text.length * characterWidth)),
  );
  return `^FO${dots(x)},${dots(y)}^A0N,${fontHeight},${fontHeight}${fieldData(text)}`;
}

type ZplSticker = Sticker & { readonly modulesPerSide: number };

/** The printer draws the QR code itself, as large as its square allows. */
function qrField({ qrText, qrSquare, modulesPerSide }: ZplSticker): string {
  const largest = Math.floor(dots(qrSquare.side) / modulesPerSide);
  const magnification = Math.max(1, Math.min(maxMagnification, largest));
  const margin = Math.max(
    0,
    Math.floor((dots(qrSquare.side) - magnification * modulesPerSide) / 2),
  );
  const place = `^FO${dots(qrSquare.x) + margin},${dots(qrSquare.y) + margin}`;
  // Q: the level of correction; A: the printer chooses how the text is encoded.
  return `${place}^BQN,2,${magnification}${fieldData(`QA,${qrText}`)}`;
}

/** A label as ZPL. The same label gives the same text. */
export function writeStickerZpl(label: ZplSticker): string {
  const lines = [
    "^XA",
    "^CI28",
    `^PW${dots(stickerSize.width)}`,
    `^LL${dots(stickerSize.height)}`,
    qrField(label),
    ...label.texts.map(textField),
    "^XZ",
  ];
  return `${lines.join("\n")}\n`;
}
