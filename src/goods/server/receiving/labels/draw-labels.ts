import { setImmediate } from "node:timers/promises";
import { drawStickerPdf } from "./draw-label-pdf.ts";
import { drawQrVector } from "./draw-qr-vector.ts";
import type { Sticker } from "./label-layout.ts";
import { writeStickerZpl } from "./write-label-zpl.ts";

export type StickerFormat = "pdf" | "zpl";

/** A repeated download of the same label has the same bytes, so the file's date cannot be that of the download. */
const dateOfUndatedLabel = "2000-01-01";

/**
 * Labels as one file.
 * @param file.name without what says its format.
 * @param file.date what a PDF states as its date; null: none is known.
 */
export async function drawStickers(
  labels: readonly Sticker[],
  format: StickerFormat,
  file: { readonly name: string; readonly title: string; readonly date: string | null },
): Promise<File> {
  const drawn = [];
  for (const label of labels) {
    drawn.push({ ...label, qrCode: await drawQrVector(label.qrText) });
    // A hundred of them one after another would keep all other requests waiting.
    await setImmediate();
  }
  const name = `${file.name}.${format}`;
  if (format === "zpl") {
    const zpl = drawn.map(({ qrCode: { modulesPerSide }, ...label }) =>
      writeStickerZpl({ ...label, modulesPerSide }),
    );
    return new File(zpl, name, { type: "application/zpl" });
  }
  const createdAt = new Date(file.date ?? dateOfUndatedLabel);
  const pdf = await drawStickerPdf(drawn, { title: file.title, createdAt });
  return new File([pdf], name, { type: "application/pdf" });
}
