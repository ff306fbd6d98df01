import { apiError } from "#platform/contract/errors.ts";
import { printableText } from "#platform/rules/latin-script.ts";
import { boxOwnerTexts, type BoxName } from "#shipping/rules/box-name.ts";
import { describeBoxName } from "#shipping/server/db/box-name.ts";
import { readCarrierNames } from "#catalogue/server/carriers/carriers.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { findFile } from "#platform/server/files/files.ts";
import {
  findManifest,
  listDeclaredValues,
  listManifestItems,
  type CountedManifest,
  type DeclaredValue,
  type ManifestItem,
} from "./manifest-queries.ts";
import { type CsvReader, textCell } from "#platform/rules/csv-row.ts";
import {
  countsOnManifest,
  manifestNumberText,
  type ManifestPackageState,
} from "#shipping/rules/manifest.ts";
import { totalGrams } from "./manifests.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import { buffer } from "node:stream/consumers";
import { formatKilograms } from "#platform/rules/weight.ts";
import {
  drawBarcode,
  type Barcode,
  drawBars,
  drawLine,
} from "#shipping/server/labels/draw-shipping-label.ts";
import { declaredValueText } from "#goods/rules/inbound-parcel.ts";

type Input = { readonly manifestId: string; readonly timeZone: string; readonly locale: string };

const remarks = {
  listed: "",
  handed_over: "",
  left_behind: "left behind",
  taken_back: "taken back",
} as const;

async function printed(
  { db, files }: SignedInContext,
  manifest: CountedManifest,
  { timeZone }: Input,
): Promise<PrintedManifest> {
  const { id, carrierCode, signatureId, closedAt, handedOverAt } = manifest;
  const signature = signatureId === null ? undefined : await findFile(db, signatureId);
  const moment = (at: Date) =>
    // Its words are in English, since the fonts have Latin letters alone.
    new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(
      at,
    );
  const values = await listDeclaredValues(db, id);
  const valuesOf = Map.groupBy(values, ({ shipRequestId }) => shipRequestId);
  const names = await readCarrierNames(db, [carrierCode]);
  const items = await listManifestItems(db, id);
  return {
    number: manifestNumberText(manifest.number),
    carrierName: printableText(names.get(carrierCode) ?? carrierCode) ?? carrierCode,
    warehouse: manifest.warehouseCode,
    closedOn: closedAt === null ? "" : moment(closedAt),
    handedOverOn: handedOverAt === null ? null : moment(handedOverAt),
    receiverName: printableText(manifest.receiverName) ?? "",
    signature: signature === undefined ? null : await files.get(signature.key),
    total: totalText(manifest, items, values),
    packages: items.toReversed().map((item) => ({
      trackingNumber: item.trackingNumber,
      ...describeBoxName(item),
      countryCode: item.countryCode,
      weightGrams: item.weightGrams ?? 0,
      values: (valuesOf.get(item.shipRequestId) ?? []).map((value) => valueText([value])),
      remark: remarks[item.state],
    })),
  };
}

/**
 * The list of a closed manifest as PDF, with the signature once it is handed over. Throws `not_found`, `conflict` while it
 * is open, and `busy` while too many are drawn.
 */
export async function printManifest(context: SignedInContext, input: Input): Promise<File> {
  const { db, queues, session } = context;
  const manifest = await findManifest(db, input.manifestId);
  if (manifest === undefined) throw apiError("not_found");
  if (manifest.state === "open") throw apiError("conflict");
  const content = await printed(context, manifest, input);
  const bytes = await queues.drawings.run(session.person.id, () => drawManifest(content));
  return new File([bytes], `manifest-${content.number}.pdf`, { type: "application/pdf" });
}

const exportedColumns = [
  "Position",
  "Number",
  "Reference",
  "Package",
  "Member code",
  "Country",
  "Weight (kg)",
  "Value",
  "State",
];

const stateWords: Readonly<Record<ManifestPackageState, string>> = {
  listed: "Listed",
  handed_over: "Handed over",
  left_behind: "Left behind",
  taken_back: "Taken back",
};

type Line = {
  readonly position: string;
  readonly number: string;
  readonly reference: string;
  readonly packageText: string;
  readonly memberText: string;
  readonly country: string;
  readonly weightGrams: number;
  readonly value: string;
  readonly state: string;
};

/** `manifest-M00001.csv` with all packages of a manifest and their totals. Throws `not_found` and what `csvDownload` throws. */
export async function exportManifest(
  context: SignedInContext,
  { manifestId, ...reader }: CsvReader & { readonly manifestId: string },
): Promise<ReadableStream<Uint8Array>> {
  const { db } = context;
  const manifest = await findManifest(db, manifestId);
  if (manifest === undefined) throw apiError("not_found");
  const items = (await listManifestItems(db, manifestId)).toReversed();
  const values = await listDeclaredValues(db, manifestId);
  const valuesOf = Map.groupBy(values, ({ shipRequestId }) => shipRequestId);
  const lines = items.map((item): Line => ({
    position: String(item.position),
    number: item.trackingNumber,
    reference: describeBoxName(item).reference,
    ...boxOwnerTexts(item),
    country: item.countryCode,
    weightGrams: item.weightGrams ?? 0,
    value: valueText(valuesOf.get(item.shipRequestId) ?? []),
    state: stateWords[item.state],
  }));
  const totals: Line = {
    position: "Total",
    number: String(manifest.packagesCount),
    reference: "",
    packageText: "",
    memberText: "",
    country: "",
    weightGrams: totalGrams(items),
    value: totalValueText(countedValues(items, values)),
    state: "",
  };
  return await csvDownload<Line>(context, reader, {
    fileName: `manifest-${manifestNumberText(manifest.number)}.csv`,
    columns: exportedColumns,
    rowsAtOnce: lines.length + 2,
    readAfter: async (last) => (last === null ? [...lines, totals] : []),
    cellsOf: (csv, line) => [
      line.position,
      textCell(line.number),
      line.reference,
      line.packageText,
      line.memberText,
      line.country,
      csv.kilograms(line.weightGrams),
      line.value,
      line.state,
    ],
  });
}

/** What is printed of a manifest, in Latin letters. */
type PrintedManifest = {
  readonly number: string;
  readonly carrierName: string;
  readonly warehouse: string;
  readonly closedOn: string;
  readonly handedOverOn: string | null;
  readonly receiverName: string;
  /** PNG or JPEG. */
  readonly signature: Uint8Array | null;
  /** How many packages count, what they weigh, and their declared value where there is any. */
  readonly total: string;
  readonly packages: readonly (BoxName & {
    readonly trackingNumber: string;
    readonly countryCode: string;
    readonly weightGrams: number;
    /** The declared value in each currency. */
    readonly values: readonly string[];
    /** What became of it, where that is not what the list says. */
    readonly remark: string;
  })[];
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
  const { packageText, memberText } = boxOwnerTexts(row);
  let named = y;
  for (const text of [row.reference, packageText, memberText])
    named = drawLine(document, text, { ...printedColumns.reference, y: named }, plain);
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
  drawLine(document, `Total: ${manifest.total}`, { ...across, y }, { font: "bold", size: 12 });
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
async function drawManifest(manifest: PrintedManifest): Promise<Uint8Array<ArrayBuffer>> {
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

/** Values as text, such as "CNY 129.90 + HKD 20.00"; empty where nothing was declared. */
function valueText(values: readonly DeclaredValue[]): string {
  return values
    .map(
      ({ currency, valueMinor }) =>
        `${currency} ${declaredValueText(Number(valueMinor), currency)}`,
    )
    .join(" + ");
}

/** The values of the packages that count. */
function countedValues(
  items: readonly ManifestItem[],
  values: readonly DeclaredValue[],
): DeclaredValue[] {
  const counted = items.filter(({ state }) => countsOnManifest(state));
  const ids = new Set(counted.map(({ shipRequestId }) => shipRequestId));
  return values.filter(({ shipRequestId }) => ids.has(shipRequestId));
}

/** Such as: 2 packages, 4.7 kg, CNY 129.90 + HKD 20.00. */
function totalText(
  { packagesCount }: CountedManifest,
  items: readonly ManifestItem[],
  values: readonly DeclaredValue[],
): string {
  const packages = `${packagesCount} ${packagesCount === 1 ? "package" : "packages"}`;
  const value = totalValueText(countedValues(items, values));
  return [packages, formatKilograms(totalGrams(items)), value].filter(Boolean).join(", ");
}

/** The sums of values by currency, as text. */
function totalValueText(values: readonly DeclaredValue[]): string {
  const sums = Map.groupBy(values, ({ currency }) => currency);
  return valueText(
    [...sums]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([currency, ones]) => ({
        shipRequestId: "",
        currency,
        valueMinor: ones.reduce((sum, { valueMinor }) => sum + valueMinor, 0n),
      })),
  );
}
