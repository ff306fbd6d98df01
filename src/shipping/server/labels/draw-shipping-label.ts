import { buffer } from "node:stream/consumers";
import { boxOwnerTexts } from "#shipping/rules/box-name.ts";
import type { LabelContent } from "#shipping/rules/shipping-label.ts";
import { formatKilograms } from "#platform/rules/weight.ts";
import type { DrawingContext } from "bwip-js";

const points = (millimeters: number) => (millimeters * 72) / 25.4;

/** Of the whole label, in millimetres. */
const shippingLabelSize = { width: 100, height: 150 } as const;

type Document = PDFKit.PDFDocument;

/** Where a text is, in millimetres; a longer one is made smaller. */
type Place = { readonly x: number; readonly y: number; readonly width: number };

const [left, right] = [6, 94];
const width = right - left;

const fonts = { plain: "Helvetica", bold: "Helvetica-Bold", code: "Courier-Bold" } as const;

type Look = {
  readonly font: keyof typeof fonts;
  /** In points. */
  readonly size: number;
  readonly isCentered?: boolean;
};

/** Viewers replace the standard fonts by others that can be wider. */
const spareWidth = 1.1;

/** The height of a line in millimetres for each point of its size. */
const lineHeight = (1.18 * 25.4) / 72;

/** The size of the lines of an address, so that all of them fit above the facts. */
function addressSize(linesCount: number): number {
  const [largest, room] = [12, 32];
  return Math.min(largest, room / (linesCount * lineHeight));
}

/** Writes one line whose capitals begin at `y`, and returns where the next one can begin. */
export function drawLine(
  document: Document,
  text: string,
  { x, y, width: most }: Place,
  { font, size, isCentered = false }: Look,
): number {
  const natural = document.font(fonts[font]).fontSize(size).widthOfString(text);
  const share = Math.min(1, points(most) / (natural * spareWidth));
  const indent = isCentered ? (points(most) - natural * share) / 2 : 0;
  document
    .fontSize(size * share)
    .text(text, points(x) + indent, points(y), { lineBreak: false, baseline: "top" });
  return y + size * lineHeight;
}

function drawLines(document: Document, lines: readonly string[], place: Place, look: Look): number {
  let { y } = place;
  for (const line of lines) y = drawLine(document, line, { ...place, y }, look);
  return y;
}

/** A rule from side to side. */
function drawRule(document: Document, y: number): void {
  document
    .moveTo(points(left), points(y))
    .lineTo(points(right), points(y))
    .lineWidth(0.8)
    .stroke("black");
}

/** Draws bars over the width of `place`, with the empty modules beside them that scanners need. */
export function drawBars(
  document: Document,
  { bars, width: modules }: Barcode,
  place: Place & { readonly height: number },
): void {
  const module = place.width / (modules + 2 * quietModules);
  for (const bar of bars) {
    const x = place.x + (quietModules + bar.x) * module;
    document.rect(points(x), points(place.y), points(bar.width * module), points(place.height));
  }
  document.fill("black");
}

function drawFacts(document: Document, content: LabelContent, y: number): void {
  const { packageText, memberText } = boxOwnerTexts(content);
  const facts = [
    ["Weight", formatKilograms(content.weightGrams), 15],
    ["Date", content.day, 21],
    ["Reference", content.reference, 21],
    ["Package", packageText || "-", 15],
    ["Member", memberText || "-", 16],
  ] as const;
  let x = left;
  for (const [term, value, column] of facts) {
    const at = { x, width: column - 1.5 };
    x += column;
    drawLine(document, term, { ...at, y }, { font: "plain", size: 7 });
    drawLine(document, value, { ...at, y: y + 3.6 }, { font: "bold", size: 11 });
  }
}

/** The parts of a label from top to bottom: carrier and service, sender, recipient, facts, barcode with its number. */
function drawParts(
  document: Document,
  content: LabelContent,
  trackingNumber: string,
  barcode: Barcode,
): void {
  const { recipient } = content;
  const across = { x: left, width };
  drawLine(document, content.carrierName, { ...across, y: 6 }, { font: "bold", size: 15 });
  drawLine(document, content.serviceName, { ...across, y: 12.5 }, { font: "plain", size: 11 });
  drawRule(document, 18.5);
  drawLine(document, "From", { ...across, y: 20.5 }, { font: "plain", size: 7 });
  drawLines(document, content.sender, { ...across, y: 24 }, { font: "plain", size: 8 });
  drawRule(document, 44);
  drawLine(document, "To", { ...across, y: 46 }, { font: "plain", size: 7 });
  const name = drawLine(document, recipient.name, { ...across, y: 50 }, { font: "bold", size: 14 });
  const end = drawLines(
    document,
    recipient.lines,
    { ...across, y: name },
    { font: "plain", size: addressSize(recipient.lines.length) },
  );
  const country = drawLine(
    document,
    recipient.country,
    { ...across, y: end + 0.5 },
    { font: "bold", size: 14 },
  );
  drawLine(document, recipient.phone, { ...across, y: country }, { font: "plain", size: 9 });
  drawRule(document, 98);
  drawFacts(document, content, 100);
  drawRule(document, 110);
  drawBars(document, barcode, { x: 3, y: 114, width: 94, height: 24 });
  const look = { font: "code", size: 15, isCentered: true } as const;
  drawLine(document, trackingNumber, { ...across, y: 140.5 }, look);
}

/** A PDF with a page for each label, of which there is one or more; the same labels give the same bytes. `rest` runs between them. */
export async function drawShippingLabels(
  labels: readonly { readonly trackingNumber: string; readonly content: LabelContent }[],
  rest: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: PDFDocument } = await import("pdfkit");
  const document = new PDFDocument({
    size: [points(shippingLabelSize.width), points(shippingLabelSize.height)],
    margin: 0,
    autoFirstPage: false,
    info: {
      Title: labels.map(({ trackingNumber }) => trackingNumber).join(" "),
      CreationDate: new Date(labels[0]?.content.day ?? 0),
    },
  });
  for (const { trackingNumber, content } of labels) {
    const barcode = await drawBarcode(trackingNumber);
    document.addPage();
    drawParts(document, content, trackingNumber, barcode);
    await rest();
  }
  document.end();
  return Uint8Array.from(await buffer(document));
}

/** Bars of a Code 128 from left to right, in modules; `width` is that of all, without the quiet zones beside them. */
export type Barcode = {
  readonly bars: readonly { readonly x: number; readonly width: number }[];
  readonly width: number;
};

/** Modules that stay empty on each side, as the standard requires. */
const quietModules = 10;

/** Collects what is drawn; without its text, a bar code consists of upright lines alone. */
function collectBars(): DrawingContext<Barcode> {
  const bars: { x: number; width: number }[] = [];
  let width = 0;
  const notDrawn = (): never => {
    throw new Error("A bar code consists of upright lines.");
  };
  return {
    scale: () => null,
    measure: notDrawn,
    init: (wholeWidth) => {
      width = wholeWidth;
    },
    // The library rounds the middle of a line up to whole modules.
    line: (middle, _bottom, _middle, _top, lineWidth) => {
      bars.push({ x: middle - Math.ceil(lineWidth / 2), width: lineWidth });
    },
    polygon: notDrawn,
    hexagon: notDrawn,
    ellipse: notDrawn,
    fill: () => undefined,
    text: notDrawn,
    end: () => ({ bars, width }),
  };
}

/** `text` as Code 128, which scanners of carriers read. */
export async function drawBarcode(text: string): Promise<Barcode> {
  const { render } = await import("bwip-js");
  // Not written in the call, since the library's types name no option of a single kind of code.
  const options = { bcid: "code128", text, scale: 1, includetext: false };
  return render(options, collectBars());
}
