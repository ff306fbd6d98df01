// The list of a manifest on paper: a barcode for each package, totals, and who signed for it.
import { buffer } from "node:stream/consumers";
import { formatKilograms } from "#platform/rules/weight.ts";
import { drawBarcode, type Barcode } from "#shipping/server/labels/draw-barcode.ts";
import { drawBars, drawLine } from "#shipping/server/labels/draw-shipping-label.ts";

/** What is printed of a manifest, in Latin letters. */
export type PrintedManifest = {
  readonly number: string;
  readonly carrierName: string;
  readonly warehouse: string;
  readonly closedOn: string;
  readonly handedOverOn: string | null;
  readonly receiverName: string;
  /** PNG or JPEG. */
  readonly signature: Uint8Array | null;
  /** The declared value of all packages, such as "CNY 129.90 + HKD 20.00"; empty where nothing was declared. */
  readonly totalValue: string;
  readonly packages: readonly {
    readonly trackingNumber: string;
    readonly reference: string;
    readonly countryCode: string;
    readonly weightGrams: number;
    /** The declared value in each currency. */
    readonly values: readonly string[];
    /** What became of it, where that is not what the list says. */
    readonly remark: string;
  }[];
};

/** A4 in millimetres. */
const page = { width: 210, height: 297, margin: 14 } as const;
const width = page.width - 2 * page.margin;
const rowHeight = 14;
const firstRow = 48;
const rowsOfPage = 16;

/** The columns from left to right: where each begins and how wide it is. */
const printedColumns = {
  position: { x: page.margin, width: 9 },
  barcode: { x: page.margin + 10, width: 78 },
  reference: { x: page.margin + 92, width: 24 },
  country: { x: page.margin + 118, width: 14 },
  weight: { x: page.margin + 134, width: 20 },
  value: { x: page.margin + 156, width: 26 },
} as const;

type Document = PDFKit.PDFDocument;
type Printed = PrintedManifest["packages"][number] & { readonly barcode: Barcode };

const points = (millimeters: number) => (millimeters * 72) / 25.4;
const [plain, bold] = [{ font: "plain", size: 9 } as const, { font: "bold", size: 10 } as const];

function drawHead(document: Document, manifest: PrintedManifest, place: string): void {
  const across = { x: page.margin, width };
  drawLine(
    document,
    `Manifest ${manifest.number}`,
    { ...across, y: 14 },
    { font: "bold", size: 18 },
  );
  drawLine(document, manifest.carrierName, { ...across, y: 22 }, { font: "bold", size: 12 });
  const facts = [manifest.warehouse, `Closed ${manifest.closedOn}`, place].join("   ");
  drawLine(document, facts, { ...across, y: 28 }, plain);
  const heads = [
    [printedColumns.position, ""],
    [printedColumns.barcode, "Number"],
    [printedColumns.reference, "Reference"],
    [printedColumns.country, "To"],
    [printedColumns.weight, "Weight"],
    [printedColumns.value, "Value"],
  ] as const;
  for (const [column, text] of heads) drawLine(document, text, { ...column, y: 40 }, bold);
}

function drawRow(document: Document, row: Printed, position: number, y: number): void {
  drawLine(document, String(position), { ...printedColumns.position, y: y + 3 }, plain);
  drawBars(document, row.barcode, { ...printedColumns.barcode, y, height: 7.5 });
  const number = row.remark === "" ? row.trackingNumber : `${row.trackingNumber} - ${row.remark}`;
  const look = { font: "code", size: 8, isCentered: true } as const;
  drawLine(document, number, { ...printedColumns.barcode, y: y + 8.7 }, look);
  drawLine(document, row.reference, { ...printedColumns.reference, y: y + 3 }, plain);
  drawLine(document, row.countryCode, { ...printedColumns.country, y: y + 3 }, plain);
  drawLine(
    document,
    formatKilograms(row.weightGrams),
    { ...printedColumns.weight, y: y + 3 },
    plain,
  );
  let below = y + 3;
  for (const value of row.values)
    below = drawLine(document, value, { ...printedColumns.value, y: below }, plain);
}

function drawSignature(document: Document, manifest: PrintedManifest, y: number): void {
  const across = { x: page.margin, width };
  const total = manifest.packages.reduce((sum, { weightGrams }) => sum + weightGrams, 0);
  const count = manifest.packages.length;
  const packages = `${count} ${count === 1 ? "package" : "packages"}`;
  const facts = [packages, formatKilograms(total), manifest.totalValue].filter(Boolean);
  const totals = `Total: ${facts.join(", ")}`;
  drawLine(document, totals, { ...across, y }, { font: "bold", size: 12 });
  const place = { x: page.margin, y: y + 10, width: 80 };
  drawLine(document, `Received by: ${manifest.receiverName}`, place, plain);
  drawLine(document, `On: ${manifest.handedOverOn ?? ""}`, { ...place, y: y + 16 }, plain);
  const [x, boxWidth, boxHeight] = [page.margin + 92, 90, 30];
  document
    .rect(points(x), points(y + 8), points(boxWidth), points(boxHeight))
    .lineWidth(0.6)
    .stroke("black");
  if (manifest.signature === null) return;
  document.image(Buffer.from(manifest.signature), points(x + 2), points(y + 9), {
    fit: [points(boxWidth - 4), points(boxHeight - 2)],
    align: "center",
    valign: "center",
  });
}

function drawPages(
  document: Document,
  manifest: PrintedManifest,
  rows: readonly Printed[],
  addPage: () => void,
): void {
  // The signature takes the room of four rows.
  const pagesCount = Math.ceil((rows.length + 4) / rowsOfPage);
  for (let at = 0; at < pagesCount; at += 1) {
    addPage();
    drawHead(document, manifest, `Page ${at + 1} of ${pagesCount}`);
    const ofPage = rows.slice(at * rowsOfPage, (at + 1) * rowsOfPage);
    for (const [place, row] of ofPage.entries()) {
      drawRow(document, row, at * rowsOfPage + place + 1, firstRow + place * rowHeight);
    }
    if (at < pagesCount - 1) continue;
    drawSignature(document, manifest, firstRow + ofPage.length * rowHeight + 4);
  }
}

/** A PDF with the list of a manifest. */
export async function drawManifest(manifest: PrintedManifest): Promise<Uint8Array<ArrayBuffer>> {
  const { default: PDFDocument } = await import("pdfkit");
  const size: [number, number] = [points(page.width), points(page.height)];
  const document = new PDFDocument({
    size,
    margin: 0,
    autoFirstPage: false,
    info: { Title: `Manifest ${manifest.number}` },
  });
  const rows: Printed[] = [];
  for (const row of manifest.packages) {
    rows.push({ ...row, barcode: await drawBarcode(row.trackingNumber) });
  }
  drawPages(document, manifest, rows, () => document.addPage({ size, margin: 0 }));
  document.end();
  return Uint8Array.from(await buffer(document));
}
