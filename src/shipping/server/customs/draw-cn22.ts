// The small customs form of posts, as a page that is stuck beside the label.
import { customsLimits } from "#catalogue/rules/shipping-service.ts";
import { cutAtWord } from "#goods/rules/goods-item.ts";
import { smallFormCharacters, type PaperLine } from "#shipping/rules/customs-paper.ts";
import { drawLine } from "#shipping/server/labels/draw-shipping-label.ts";
import {
  bold,
  drawCategories,
  drawFrame,
  kilograms,
  lineValue,
  plain,
  sheetText,
  sheetsOf,
  totalText,
  type DrawnPaper,
  type PaperDocument,
} from "./paper-drawing.ts";

export const cn22Size = { width: 100, height: 150 } as const;

const [left, width] = [4, 92];
const [weightX, valueX] = [58, 73];
const [firstRow, rowHeight] = [49, 7.2];

const oath = [
  "I, the undersigned, whose name and address are given on the item, certify that the",
  "particulars given in this declaration are correct and that this item does not contain any",
  "dangerous article or articles prohibited by legislation or by postal or customs regulations.",
];

function drawRow(document: PaperDocument, line: PaperLine, y: number): void {
  const description = cutAtWord(line.description, smallFormCharacters);
  const place = { x: left + 1.5, width: weightX - left - 3 };
  drawLine(document, `${line.quantity} x ${description}`, { ...place, y }, plain(8));
  const facts = [line.hsCode === null ? "" : `HS ${line.hsCode}`, `Origin ${line.originCode}`];
  drawLine(document, facts.filter(Boolean).join("   "), { ...place, y: y + 3.4 }, plain(6.5));
  drawLine(document, kilograms(line.netGrams), { x: weightX + 1, y, width: 12 }, plain(8));
  drawLine(document, lineValue(line), { x: valueX + 1, y, width: 21 }, plain(8));
}

function drawHead(document: PaperDocument, { content }: DrawnPaper, sheet: string): void {
  const across = { x: left + 1.5, width: 60 };
  drawLine(document, "CUSTOMS DECLARATION", { ...across, y: 5.5 }, bold(12));
  drawLine(document, "DÉCLARATION EN DOUANE", { ...across, y: 10.5 }, plain(8));
  drawLine(document, "CN 22", { x: 78, y: 5.5, width: 17 }, bold(15));
  const opened = "May be opened officially / Peut être ouvert d'office";
  drawLine(document, opened, { ...across, y: 14.5 }, plain(6));
  drawLine(document, sheet, { x: 76, y: 14.5, width: 19 }, plain(7));
  drawLine(document, content.carrierName, { ...across, y: 18 }, bold(8));
  const number = { font: "code", size: 9 } as const;
  drawLine(document, content.trackingNumber, { x: 55, y: 18, width: 40 }, number);
  drawCategories(document, content, { x: left + 1.5, y: 24.5, width: width - 3 });
  drawFrame(document, { x: left, y: 22.5, width, height: 17 });
  const heads = [
    ["Quantity and detailed description of contents", left + 1.5, weightX - left - 3, 40.7],
    ["Quantité et description détaillée du contenu", left + 1.5, weightX - left - 3, 43.4],
    ["Net weight (kg)", weightX + 1, 13, 40.7],
    ["Poids net", weightX + 1, 13, 43.4],
    ["Value and currency", valueX + 1, 21, 40.7],
    ["Valeur et monnaie", valueX + 1, 21, 43.4],
  ] as const;
  for (const [text, x, wide, y] of heads) {
    drawLine(document, text, { x, y, width: wide }, plain(5.8));
  }
}

function drawFoot(document: PaperDocument, { content }: DrawnPaper): void {
  drawLine(document, "Total / Total", { x: left + 1.5, y: 124, width: 40 }, bold(8));
  drawLine(document, kilograms(content.netGrams), { x: weightX + 1, y: 124, width: 12 }, bold(8));
  drawLine(document, totalText(content), { x: valueX + 1, y: 124, width: 21 }, bold(8));
  oath.forEach((text, at) => {
    drawLine(document, text, { x: left + 1.5, y: 130.5 + at * 2.5, width: width - 3 }, plain(5.6));
  });
  const signed = `Date and sender's signature / Date et signature de l'expéditeur`;
  drawLine(document, signed, { x: left + 1.5, y: 138.6, width: width - 3 }, plain(5.6));
  const by = `${content.day}   ${content.sender.name}`;
  drawLine(document, by, { x: left + 1.5, y: 141.5, width: 60 }, plain(8));
}

/** Draws a form, on as many pages as its lines need. */
export function drawCn22(document: PaperDocument, paper: DrawnPaper, addPage: () => void): void {
  const sheets = sheetsOf(paper.content.lines, customsLimits.linesOnLabel);
  sheets.forEach((lines, at) => {
    addPage();
    drawHead(document, paper, sheetText(at, sheets.length));
    drawFrame(document, { x: left, y: 4, width, height: 142 });
    drawFrame(document, { x: left, y: 39.5, width, height: 8 });
    drawFrame(document, { x: weightX, y: 39.5, width: valueX - weightX, height: 90 });
    drawFrame(document, { x: left, y: 122.5, width, height: 7 });
    lines.forEach((line, row) => drawRow(document, line, firstRow + row * rowHeight));
    if (at === sheets.length - 1) drawFoot(document, paper);
  });
}
