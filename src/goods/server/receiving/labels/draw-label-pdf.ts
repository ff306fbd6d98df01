import { buffer } from "node:stream/consumers";
import type { QrVector } from "./draw-qr-vector.ts";
import { stickerSize, type Sticker, type StickerText, type QrSquare } from "./label-layout.ts";

const pointsPerMillimeter = 72 / 25.4;
const points = (millimeters: number) => millimeters * pointsPerMillimeter;

/**
 * Viewers replace the standard fonts by others. Those for Courier have the same widths; those for Helvetica can be a
 * quarter wider, which leaves room for small words alone.
 */
const fonts = {
  value: { name: "Courier-Bold", spareWidth: 1 },
  term: { name: "Helvetica", spareWidth: 1.25 },
} as const;
/** Of the highest of these fonts, as a share of their size. */
const capitalHeight = 0.73;

type Document = PDFKit.PDFDocument;

function drawQrCode(document: Document, { polygons, side }: QrVector, square: QrSquare): void {
  document.save();
  document.translate(points(square.x), points(square.y)).scale(points(square.side) / side);
  for (const polygon of polygons) document.polygon(...polygon.map(([x, y]) => [x, y]));
  document.fill("black", "even-odd");
  document.restore();
}

function drawText(document: Document, line: StickerText): void {
  const { name, spareWidth } = line.isBold ? fonts.value : fonts.term;
  const wanted = points(line.height) / capitalHeight;
  const width = document.font(name).fontSize(wanted).widthOfString(line.text) * spareWidth;
  const size = wanted * Math.min(1, points(line.width) / width);
  document.fontSize(size);
  const baseline = points(line.y) + size * capitalHeight;
  document.text(line.text, points(line.x), baseline, { lineBreak: false, baseline: "alphabetic" });
}

/**
 * A page of exactly the label's size for each label, with the viewer's own fonts. The same labels give the same bytes.
 * @param file.createdAt what the file states as its date.
 */
export async function drawStickerPdf(
  labels: readonly (Sticker & { readonly qrCode: QrVector })[],
  file: { readonly title: string; readonly createdAt: Date },
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: PDFDocument } = await import("pdfkit");
  const document = new PDFDocument({
    size: [points(stickerSize.width), points(stickerSize.height)],
    margin: 0,
    autoFirstPage: false,
    info: { Title: file.title, CreationDate: file.createdAt },
  });
  for (const { texts, qrCode, qrSquare } of labels) {
    document.addPage();
    drawQrCode(document, qrCode, qrSquare);
    for (const line of texts) drawText(document, line);
  }
  document.end();
  return Uint8Array.from(await buffer(document));
}
