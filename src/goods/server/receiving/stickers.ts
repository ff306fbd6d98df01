import { setImmediate } from "node:timers/promises";
import { formatLabelCode, parcelStickerPath, parseLabelCode } from "#goods/rules/receiving.ts";
import { formatMemberCode } from "#people/rules/member-code.ts";
import { formatKilograms } from "#platform/rules/weight.ts";
import {
  type ParcelStickerFacts,
  findParcelStickerFacts,
  findParcelIdByLabel,
} from "./scan-queries.ts";
import { buffer } from "node:stream/consumers";
import type { DrawingContext } from "bwip-js";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";

async function drawLabel(
  facts: ParcelStickerFacts,
  format: StickerFormat,
  origin: string,
): Promise<File> {
  const { labelCode, receivedOn } = facts;
  const qrText = `${origin}${parcelStickerPath(labelCode)}`;
  const label = { texts: parcelStickerTexts(facts), qrText, qrSquare };
  const file = { name: `label-${labelCode}`, title: labelCode, date: receivedOn };
  return await drawStickers([label], format, file);
}

/**
 * The label of a parcel that is awaited or here, as a file. Throws `not_found` for any other, and `busy` while too many
 * labels are drawn.
 */
export async function printLabel(
  context: SignedInContext,
  input: { readonly inboundParcelId: string; readonly format: StickerFormat },
): Promise<File> {
  const { config, db, queues, session } = context;
  const facts = await findParcelStickerFacts(db, input.inboundParcelId);
  if (facts === undefined) throw apiError("not_found");
  return await queues.drawings.run(session.person.id, () =>
    drawLabel(facts, input.format, config.publicUrl),
  );
}

/** The parcel on which a label is, in any state; the code may be typed in lower case or in groups. Throws `not_found`. */
export async function readParcelLabel(
  { db }: SignedInContext,
  input: { readonly labelCode: string },
): Promise<{ inboundParcelId: string }> {
  const labelCode = parseLabelCode(input.labelCode);
  const inboundParcelId = labelCode === null ? undefined : await findParcelIdByLabel(db, labelCode);
  if (inboundParcelId === undefined) throw apiError("not_found");
  return { inboundParcelId };
}

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

/** Of the whole label, in millimetres. */
const stickerSize = { width: 100, height: 50 } as const;

/** Where a QR code is, without the empty margin that the standard requires around it. */
type QrSquare = { readonly x: number; readonly y: number; readonly side: number };

/** That of a parcel's label. */
export const qrSquare: QrSquare = { x: 6, y: 9, side: 32 };

/** One line of text; lengths in millimetres, `y` is the upper edge. */
type StickerText = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** A longer text is made smaller. */
  readonly width: number;
  readonly height: number;
  readonly isBold: boolean;
};

export type Sticker = {
  readonly texts: readonly StickerText[];
  readonly qrText: string;
  readonly qrSquare: QrSquare;
};

/** Stands where a fact is not known. */
const unknown = "-";

const left = 43;
const right = 97;
const third = (right - left) / 3;

type Field = {
  readonly term: string;
  readonly value: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** The name of a fact in small letters, and the fact below. */
export function fieldTexts({ term, value, x, y, width, height }: Field): StickerText[] {
  return [
    { text: term, x, y, width, height: 2.2, isBold: false },
    { text: value, x, y: y + 3.2, width, height, isBold: true },
  ];
}

/** All lines of a label. They are in English, since printers know Latin letters alone. */
export function parcelStickerTexts(facts: ParcelStickerFacts): StickerText[] {
  const { labelCode, memberCode, place, storageLocationCode, weightGrams } = facts;
  const small = { y: 39, height: 3.3 };
  const fields: Field[] = [
    {
      term: "Member",
      value: memberCode === null ? "Unknown" : formatMemberCode(memberCode),
      x: left,
      y: 16.5,
      width: third * 2 - 3,
      height: 5.2,
    },
    {
      term: "Parcel",
      value: place === null ? unknown : `${place.number} of ${place.total}`,
      x: left + third * 2,
      y: 16.5,
      width: third,
      height: 5.2,
    },
    {
      term: "Storage location",
      value: storageLocationCode ?? unknown,
      x: left,
      y: 28,
      width: right - left,
      height: 5.6,
    },
    { ...small, term: "Received", value: facts.receivedOn ?? unknown, x: left, width: 20.5 },
    {
      ...small,
      term: "Weight",
      value: weightGrams === null ? unknown : formatKilograms(weightGrams),
      x: left + 22,
      width: 15.5,
    },
    { ...small, term: "Warehouse", value: facts.warehouseCode ?? unknown, x: left + 39, width: 15 },
  ];
  const code = { text: formatLabelCode(labelCode), x: left, y: 4, width: right - left, height: 9 };
  return [{ ...code, isBold: true }, ...fields.flatMap(fieldTexts)];
}

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
async function drawStickerPdf(
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

type Point = readonly [x: number, y: number];

/** A QR code as polygons, of which the holes are polygons too; `side` is in their unit. */
type QrVector = {
  readonly polygons: readonly (readonly Point[])[];
  readonly side: number;
  readonly modulesPerSide: number;
};

/** How many units a module of the library's drawings has at the smallest scale. */
const unitsPerModule = 2;

/** Collects what is drawn; a QR code consists of polygons alone. */
function collectPolygons(): DrawingContext<QrVector> {
  const polygons: Point[][] = [];
  let side = 0;
  const notDrawn = (): never => {
    throw new Error("A QR code has no text, lines or circles.");
  };
  return {
    scale: () => null,
    measure: notDrawn,
    init: (width) => {
      side = width;
    },
    line: notDrawn,
    polygon: (points) => {
      polygons.push(points);
    },
    hexagon: notDrawn,
    ellipse: notDrawn,
    fill: () => undefined,
    text: notDrawn,
    end: () => ({ polygons, side, modulesPerSide: side / unitsPerModule }),
  };
}

/** `text` as a QR code that is readable with up to a quarter of it damaged (level Q). */
async function drawQrVector(text: string): Promise<QrVector> {
  const { render } = await import("bwip-js");
  // Not written in the call, since the library's types name no option of a single kind of code.
  const options = { bcid: "qrcode", text, eclevel: "Q", scale: 1 };
  return render(options, collectPolygons());
}

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
