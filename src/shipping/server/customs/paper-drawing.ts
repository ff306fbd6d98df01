// What customs papers of all forms are drawn with. Places are in millimetres from the upper left.
import { declaredValueText, type DeclaredCurrency } from "#goods/rules/inbound-parcel.ts";
import type { CustomsPaperContent, PaperLine } from "#shipping/rules/customs-paper.ts";
import type { ShipmentCategory } from "#shipping/rules/declaration.ts";
import {
  drawBarcode,
  drawLine,
  type Barcode,
} from "#shipping/server/labels/draw-shipping-label.ts";

export type PaperDocument = PDFKit.PDFDocument;

export type Area = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export const points = (millimeters: number) => (millimeters * 72) / 25.4;

export const plain = (size: number) => ({ font: "plain", size }) as const;
export const bold = (size: number) => ({ font: "bold", size }) as const;

/** A frame around an area. */
export function drawFrame(document: PaperDocument, { x, y, width, height }: Area): void {
  document.rect(points(x), points(y), points(width), points(height)).lineWidth(0.5).stroke("black");
}

/** A small term above what it stands for; returns where the next one can begin. */
export function drawField(
  document: PaperDocument,
  term: string,
  lines: readonly string[],
  { x, y, width }: Omit<Area, "height">,
  size = 8,
): number {
  let next = drawLine(document, term, { x, y, width }, plain(5.5));
  for (const line of lines) next = drawLine(document, line, { x, y: next, width }, plain(size));
  return next + 0.6;
}

/** The categories of forms of posts, in their order. */
const categories: readonly (readonly [ShipmentCategory, string])[] = [
  ["gift", "Gift / Cadeau"],
  ["documents", "Documents"],
  ["sale", "Sale of goods / Vente de marchandises"],
  ["sample", "Commercial sample / Échantillon commercial"],
  ["returned", "Returned goods / Retour de marchandise"],
  ["other", "Other / Autre"],
];

/** The categories in two columns, of which the one that is declared has a cross. */
export function drawCategories(
  document: PaperDocument,
  { category, categoryText }: CustomsPaperContent,
  { x, y, width }: Omit<Area, "height">,
): void {
  categories.forEach(([one, name], at) => {
    const left = x + (at % 2) * (width / 2);
    const top = y + Math.floor(at / 2) * 4.6;
    drawFrame(document, { x: left, y: top, width: 3, height: 3 });
    if (one === category) {
      drawLine(document, "X", { x: left + 0.5, y: top + 0.1, width: 3 }, bold(8));
    }
    const said = one === category && categoryText !== "" ? `${name}: ${categoryText}` : name;
    drawLine(document, said, { x: left + 4.2, y: top + 0.4, width: width / 2 - 5 }, plain(6.5));
  });
}

export function kilograms(grams: number): string {
  return (grams / 1000).toFixed(3);
}

export function moneyOf(valueMinor: number, currency: string): string {
  return `${currency} ${declaredValueText(valueMinor, currency as DeclaredCurrency)}`;
}

export function lineValue({ valueMinor, currency }: PaperLine): string {
  return valueMinor === null ? "-" : moneyOf(valueMinor, currency);
}

export function totalText({ totals }: CustomsPaperContent): string {
  return totals.map(({ valueMinor, currency }) => moneyOf(valueMinor, currency)).join(" + ") || "-";
}

/** A word across a page of a paper that is not valid any more. */
export function drawVoid(document: PaperDocument, width: number, height: number): void {
  const size = width * 0.9;
  document
    .save()
    .rotate(-30, { origin: [points(width / 2), points(height / 2)] })
    .font("Helvetica-Bold")
    .fontSize(size)
    .fillColor("#b00020", 0.35);
  const wide = document.widthOfString("VOID");
  document
    .text("VOID", points(width / 2) - wide / 2, points(height / 2) - size / 2, { lineBreak: false })
    .fillColor("black", 1)
    .restore();
}

export type DrawnPaper = {
  readonly content: CustomsPaperContent;
  readonly barcode: Barcode;
};

export async function drawnPaper(content: CustomsPaperContent): Promise<DrawnPaper> {
  return { content, barcode: await drawBarcode(content.trackingNumber) };
}

/** Lines in sheets of so many; one sheet where there is none. */
export function sheetsOf<Line>(lines: readonly Line[], ofSheet: number): (readonly Line[])[] {
  const count = Math.max(1, Math.ceil(lines.length / ofSheet));
  return Array.from({ length: count }, (_, at) => lines.slice(at * ofSheet, (at + 1) * ofSheet));
}

/** Such as "Sheet 2 of 3"; empty where there is one. */
export function sheetText(at: number, count: number): string {
  return count === 1 ? "" : `Sheet ${at + 1} of ${count}`;
}
