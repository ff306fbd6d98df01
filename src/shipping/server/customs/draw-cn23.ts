// The full customs form of posts, with continuation sheets.
import type { PaperLine, PaperParty } from "#shipping/rules/customs-paper.ts";
import { drawBars, drawLine } from "#shipping/server/labels/draw-shipping-label.ts";
import {
  bold,
  drawCategories,
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

/** A5, lying. */
export const cn23Size = { width: 210, height: 148 } as const;

const linesOfSheet = 7;
const [left, right] = [5, 205];
const middle = 105;
const [tableTop, firstRow, rowHeight] = [62, 67.5, 4.6];

/** The columns of the lines: heading, where it begins and how wide it is. */
const columns = [
  ["Detailed description of contents / Description détaillée du contenu", 6, 84],
  ["Quantity / Quantité", 92, 16],
  ["Net weight (kg) / Poids net", 110, 20],
  ["Value / Valeur", 132, 26],
  ["HS tariff number / N° tarifaire du SH", 160, 26],
  ["Origin / Origine", 188, 16],
] as const;

function partyLines({ street, city, state, postalCode, country }: PaperParty): string[] {
  const place = [city, [state, postalCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return [...street, place, country].filter((line) => line !== "");
}

function drawParty(document: PaperDocument, term: string, party: PaperParty, y: number): void {
  const place = { x: left + 1.5, y, width: 66 };
  drawField(document, term, [party.name, ...partyLines(party)], place, 7.5);
  drawField(document, "Telephone / Téléphone", [party.phone], { x: 74, y, width: 29 }, 7.5);
}

function drawHead(document: PaperDocument, paper: DrawnPaper, sheet: string): void {
  const { content, barcode } = paper;
  drawLine(document, content.carrierName, { x: left, y: 4.5, width: 90 }, bold(9));
  drawLine(document, sheet, { x: 98, y: 4.5, width: 20 }, plain(8));
  const title = "CUSTOMS DECLARATION / DÉCLARATION EN DOUANE";
  drawLine(document, title, { x: 120, y: 4.5, width: 66 }, bold(8));
  drawLine(document, "CN 23", { x: 189, y: 4, width: 16 }, bold(13));
  drawParty(document, "From / De", content.sender, 11);
  drawParty(document, "To / A", content.recipient, 36);
  drawFrame(document, { x: left, y: 10, width: middle - left, height: 25 });
  drawFrame(document, { x: left, y: 35, width: middle - left, height: 26 });
  const side = { x: middle + 2, width: 96 };
  const reference = "Sender's customs reference / Référence en douane de l'expéditeur";
  drawField(document, reference, [content.reference], { ...side, y: 11 });
  drawLine(document, "No. of item / N° de l'envoi", { ...side, y: 18.5 }, plain(5.5));
  drawBars(document, barcode, { ...side, y: 21, height: 12 });
  const look = { font: "code", size: 10, isCentered: true } as const;
  drawLine(document, content.trackingNumber, { ...side, y: 34 }, look);
  const importer =
    "Importer's reference (tax code, VAT no., importer code) / Référence de l'importateur";
  drawField(document, importer, [content.recipient.importerReference], { ...side, y: 40 });
  const phone = "Importer's telephone, fax or e-mail / N° de téléphone, fax ou e-mail";
  drawField(document, phone, [content.recipient.phone], { ...side, y: 50 });
  drawFrame(document, { x: middle, y: 10, width: right - middle, height: 51 });
}

function drawRow(document: PaperDocument, line: PaperLine, y: number): void {
  const cells = [
    line.description,
    String(line.quantity),
    kilograms(line.netGrams),
    lineValue(line),
    line.hsCode ?? "",
    line.originCode,
  ];
  columns.forEach(([, x, width], at) => {
    drawLine(document, cells[at] ?? "", { x, y, width }, plain(7.5));
  });
}

function drawTable(document: PaperDocument, lines: readonly PaperLine[]): void {
  columns.forEach(([name, x, width]) => {
    drawLine(document, name, { x, y: tableTop + 1.2, width }, plain(5.5));
    drawFrame(document, { x: x - 1, y: tableTop, width: right - x + 1, height: 40 });
  });
  drawFrame(document, { x: left, y: tableTop, width: right - left, height: 4.5 });
  lines.forEach((line, row) => drawRow(document, line, firstRow + row * rowHeight));
}

function drawTotals(document: PaperDocument, { content }: DrawnPaper): void {
  const fields = [
    ["Total gross weight (kg) / Poids brut total", kilograms(content.grossGrams), 6, 46],
    ["Total net weight (kg) / Poids net total", kilograms(content.netGrams), 54, 46],
    ["Total value / Valeur totale", totalText(content), 102, 46],
    ["Postal charges, fees / Frais de port", moneyOf(content.postageCents, "USD"), 150, 50],
  ] as const;
  for (const [term, text, x, width] of fields) {
    drawField(document, term, [text], { x, y: 103.2, width }, 9);
  }
  drawFrame(document, { x: left, y: 102, width: right - left, height: 8.5 });
}

const oath = [
  "I certify that the particulars given in this customs declaration are correct and that this item does",
  "not contain any dangerous article or articles prohibited by legislation or by postal or customs",
  "regulations. / Je certifie que les renseignements donnés dans la présente déclaration sont exacts.",
];

function drawFoot(document: PaperDocument, paper: DrawnPaper): void {
  const { content } = paper;
  drawTotals(document, paper);
  drawLine(
    document,
    "Category of item / Catégorie de l'envoi",
    { x: 6, y: 111.8, width: 90 },
    plain(5.5),
  );
  drawCategories(document, content, { x: 6, y: 114.6, width: 98 });
  const comments = "Comments (quarantine, sanitary, phytosanitary inspection) / Observations";
  drawField(document, comments, [], { x: 6, y: 129.5, width: 98 });
  const papers = "Licence, certificate, invoice no. / Licence, certificat, facture n°";
  drawField(document, papers, [content.reference], { x: 6, y: 135.5, width: 98 });
  const side = { x: middle + 2, width: 96 };
  const office = "Office of origin, date of posting / Bureau d'origine, date de dépôt";
  drawField(document, office, [content.day], { ...side, y: 111.8 });
  oath.forEach((text, at) => {
    drawLine(document, text, { ...side, y: 120 + at * 2.6 }, plain(5.6));
  });
  const signed = "Date and sender's signature / Date et signature de l'expéditeur";
  drawField(document, signed, [`${content.day}   ${content.sender.name}`], { ...side, y: 130.5 });
  drawFrame(document, { x: left, y: 110.5, width: middle - left, height: 32.5 });
  drawFrame(document, { x: middle, y: 110.5, width: right - middle, height: 32.5 });
}

/** Draws a form, on as many sheets as its lines need. */
export function drawCn23(document: PaperDocument, paper: DrawnPaper, addPage: () => void): void {
  const sheets = sheetsOf(paper.content.lines, linesOfSheet);
  sheets.forEach((lines, at) => {
    addPage();
    drawHead(document, paper, sheetText(at, sheets.length));
    drawTable(document, lines);
    drawFoot(document, paper);
  });
}
