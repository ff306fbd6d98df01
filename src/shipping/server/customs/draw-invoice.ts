// An invoice as couriers ask for it.
import type { PaperLine, PaperParty } from "#shipping/rules/customs-paper.ts";
import type { ShipmentCategory } from "#shipping/rules/declaration.ts";
import { wrapLine } from "#shipping/rules/shipping-label.ts";
import { drawBars, drawLine } from "#shipping/server/labels/draw-shipping-label.ts";
import {
  bold,
  drawField,
  drawFrame,
  kilograms,
  lineValue,
  moneyOf,
  plain,
  sheetText,
  sheetsOf,
  totalText,
  type DrawnPaper,
  type PaperDocument,
} from "./paper-drawing.ts";

/** A4. */
export const invoiceSize = { width: 210, height: 297 } as const;

const [left, right] = [14, 196];
const linesOfSheet = 20;
const [tableTop, firstRow, rowHeight] = [98, 105.5, 7];

/** Of a line of a description. */
const descriptionCharacters = 50;

const columns = [
  ["Description", 15, 66],
  ["HS code", 83, 26],
  ["Origin", 111, 12],
  ["Quantity", 125, 14],
  ["Net weight (kg)", 141, 22],
  ["Value", 165, 30],
] as const;

const reasons: Readonly<Record<ShipmentCategory, string>> = {
  sale: "Sale of goods",
  gift: "Gift",
  returned: "Returned goods",
  documents: "Documents",
  sample: "Commercial sample",
  other: "Other",
};

function partyLines(party: PaperParty): string[] {
  const { street, city, state, postalCode, country, phone } = party;
  const place = [city, [state, postalCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return [party.name, ...street, place, country, phone].filter((line) => line !== "");
}

function drawHead(document: PaperDocument, { content, barcode }: DrawnPaper, sheet: string): void {
  drawLine(document, "COMMERCIAL INVOICE", { x: left, y: 14, width: 90 }, bold(18));
  drawLine(document, sheet, { x: left, y: 22, width: 40 }, plain(9));
  drawBars(document, barcode, { x: 112, y: 12, width: 84, height: 12 });
  const look = { font: "code", size: 10, isCentered: true } as const;
  drawLine(document, content.trackingNumber, { x: 112, y: 25, width: 84 }, look);
  const facts = [
    ["Invoice no.", content.reference, left, 34],
    ["Date", content.day, 56, 34],
    ["Carrier", content.carrierName, 84, 40],
    ["Reason for export", reasonOf(content), 130, 64],
  ] as const;
  for (const [term, text, x, width] of facts) {
    drawField(document, term, [text], { x, y: 33, width }, 10);
  }
  const sender = partyLines(content.sender);
  drawField(document, "Shipper", sender, { x: left + 2, y: 46, width: 84 }, 9);
  drawFrame(document, { x: left, y: 44, width: 90, height: 48 });
  const { importerReference } = content.recipient;
  const taxNumber = importerReference === "" ? [] : [`Importer's reference: ${importerReference}`];
  const recipient = [...partyLines(content.recipient), ...taxNumber];
  drawField(document, "Consignee, importer", recipient, { x: 108, y: 46, width: 86 }, 9);
  drawFrame(document, { x: 106, y: 44, width: 90, height: 48 });
}

function reasonOf({ category, categoryText }: DrawnPaper["content"]): string {
  return categoryText === "" ? reasons[category] : `${reasons[category]}: ${categoryText}`;
}

function drawRow(document: PaperDocument, line: PaperLine, y: number): void {
  const [first = "", second = ""] = wrapLine(line.description, descriptionCharacters);
  if (second !== "") drawLine(document, second, { x: 15, y: y + 3.2, width: 66 }, plain(8));
  const cells = [
    first,
    line.hsCode ?? "",
    line.originCode,
    String(line.quantity),
    kilograms(line.netGrams),
    lineValue(line),
  ];
  columns.forEach(([, x, width], at) => {
    drawLine(document, cells[at] ?? "", { x, y, width }, plain(9));
  });
}

function drawFoot(document: PaperDocument, { content }: DrawnPaper): void {
  const totals = [
    ["Total value of goods", totalText(content)],
    ["Freight", moneyOf(content.postageCents, "USD")],
    ["Total net weight", `${kilograms(content.netGrams)} kg`],
    ["Total gross weight", `${kilograms(content.grossGrams)} kg`],
  ] as const;
  totals.forEach(([term, text], at) => {
    drawLine(document, term, { x: 120, y: 250 + at * 5.4, width: 42 }, plain(9));
    drawLine(document, text, { x: 165, y: 250 + at * 5.4, width: 30 }, bold(9));
  });
  const oath = "I declare that the information on this invoice is true and correct.";
  drawLine(document, oath, { x: left, y: 250, width: 96 }, plain(9));
  const signed = `${content.day}   ${content.sender.name}`;
  drawField(document, "Date and signature", [signed], { x: left, y: 262, width: 90 }, 9);
}

/** Draws an invoice, on as many pages as its lines need. */
export function drawInvoice(document: PaperDocument, paper: DrawnPaper, addPage: () => void): void {
  const sheets = sheetsOf(paper.content.lines, linesOfSheet);
  sheets.forEach((lines, at) => {
    addPage();
    drawHead(document, paper, sheetText(at, sheets.length));
    columns.forEach(([name, x, width]) => {
      drawLine(document, name, { x, y: tableTop + 1.6, width }, bold(8));
    });
    drawFrame(document, { x: left, y: tableTop, width: right - left, height: 6 });
    drawFrame(document, { x: left, y: tableTop, width: right - left, height: 148 });
    lines.forEach((line, row) => drawRow(document, line, firstRow + row * rowHeight));
    if (at === sheets.length - 1) drawFoot(document, paper);
  });
}
