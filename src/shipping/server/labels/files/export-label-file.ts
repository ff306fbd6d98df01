import type { LabelFileSettings } from "#shipping/contract/shipping-labels.ts";
import { declaredValueText, type DeclaredCurrency } from "#goods/rules/declared-value.ts";
import { labelFileCells, labelFileLimits, type FiledPackage } from "#shipping/rules/label-file.ts";
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import { listFileRows, type FileRow } from "./label-file-queries.ts";
import { getFileSettings } from "./read-label-file-settings.ts";

const rowsAtOnce = 500;
/** Upload pages of carriers expect points and commas. */
const reader = { locale: "en-US", timeZone: "UTC" };

function filed(row: FileRow): FiledPackage {
  const { valueMinor, currency } = row;
  return {
    reference: shipRequestReference(row.number),
    serviceName: row.serviceName,
    recipient: row.recipient,
    countryCode: row.countryCode,
    weightGrams: row.weightGrams,
    sidesMm: [row.lengthMm, row.widthMm, row.heightMm],
    contents: row.contents,
    value:
      valueMinor === null || currency === null
        ? ""
        : declaredValueText(Number(valueMinor), currency as DeclaredCurrency),
    currency: currency ?? "",
  };
}

type Line = { readonly number: bigint; readonly place: number; readonly cells: readonly string[] };

/** The next lines of a file, without packages that can be in none; fewer than `rowsAtOnce` are the last ones. */
async function readLines(
  { db }: SignedInContext,
  { carrierCode, columns, lineCharacters }: LabelFileSettings,
  last: Line | null,
): Promise<Line[]> {
  const lines: Line[] = [];
  let [number, place] = [last?.number ?? 0n, last?.place ?? 0];
  for (;;) {
    const limit = Math.min(rowsAtOnce - lines.length, labelFileLimits.packages - place);
    const rows = limit === 0 ? [] : await listFileRows(db, carrierCode, number, limit);
    for (const row of rows) {
      const cells = labelFileCells(filed(row), lineCharacters);
      number = row.number;
      if (cells === null) continue;
      place += 1;
      lines.push({ number, place, cells: columns.map(({ field }) => cells[field]) });
    }
    if (rows.length < limit || limit === 0) return lines;
  }
}

/**
 * The accepted packages of a carrier that have no label, as CSV for its upload page. Left out are addresses that are in
 * another script or too long for it. Throws `carrier_not_found` and what `csvDownload` throws.
 */
export async function exportLabelFile(
  context: SignedInContext,
  { carrierCode }: { readonly carrierCode: string },
): Promise<ReadableStream<Uint8Array>> {
  const settings = await getFileSettings(context.db, carrierCode);
  return await csvDownload<Line>(context, reader, {
    fileName: `labels-${carrierCode}.csv`,
    columns: settings.columns.map(({ heading }) => heading),
    rowsAtOnce,
    readAfter: (last) => readLines(context, settings, last),
    cellsOf: (_csv, { cells }) => cells,
  });
}
