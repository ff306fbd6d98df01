import type { CsvReader } from "#platform/rules/csv-row.ts";
import { apiError } from "#platform/contract/errors.ts";
import { textCell } from "#platform/rules/csv-row.ts";
import type { ManifestPackageState } from "#shipping/rules/manifest.ts";
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import { manifestNumber } from "./describe-manifest.ts";
import { findManifest, listDeclaredValues, listManifestItems } from "./manifest-queries.ts";
import { totalValueText, valueText } from "./manifest-values.ts";

const exportedColumns = [
  "Position",
  "Number",
  "Reference",
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
    reference: shipRequestReference(item.number),
    country: item.countryCode,
    weightGrams: item.weightGrams ?? 0,
    value: valueText(valuesOf.get(item.shipRequestId) ?? []),
    state: stateWords[item.state],
  }));
  const totals: Line = {
    position: "Total",
    number: String(items.length),
    reference: "",
    country: "",
    weightGrams: lines.reduce((sum, { weightGrams }) => sum + weightGrams, 0),
    value: totalValueText(values),
    state: "",
  };
  return await csvDownload<Line>(context, reader, {
    fileName: `manifest-${manifestNumber(manifest)}.csv`,
    columns: exportedColumns,
    rowsAtOnce: lines.length + 2,
    readAfter: async (last) => (last === null ? [...lines, totals] : []),
    cellsOf: (csv, line) => [
      line.position,
      textCell(line.number),
      line.reference,
      line.country,
      csv.kilograms(line.weightGrams),
      line.value,
      line.state,
    ],
  });
}
