import type { FreightFigure, FreightCharge } from "#office/contract/freight-figures.ts";
import { apiError } from "#platform/contract/errors.ts";
import { figuresLimits, monthsBetween, type ChargePart } from "#office/rules/freight-figures.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listFigures, countCharges, listChargeRows } from "./figure-queries.ts";
import type { CountryCode } from "#catalogue/rules/country.ts";
import { countryName } from "#catalogue/rules/country-name.ts";
import { type CsvReader } from "#platform/rules/csv-row.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";

/**
 * What sending packages brought in, by month and lane. Throws `invalid_input` where the months are in the wrong order or too
 * many.
 */
export async function readFreightFigures(
  { db, language }: SignedInContext,
  input: { readonly from: string; readonly to: string },
): Promise<{ items: FreightFigure[] }> {
  const months = monthsBetween(input.from, input.to);
  if (months < 1 || months > figuresLimits.months) throw apiError("invalid_input");
  const rows = await listFigures(db, input, language);
  return {
    items: rows.map((row) => ({
      ...row,
      freightCents: Number(row.freightCents),
      rateCents: Number(row.rateCents),
      storageCents: Number(row.storageCents),
      boxCents: Number(row.boxCents),
      extraServiceCents: Number(row.extraServiceCents),
    })),
  };
}

const exportedColumns = [
  "Month",
  "Service",
  "Country",
  "Packages",
  "Freight (USD)",
  "Our Rates (USD)",
  "Storage (USD)",
  "Boxes (USD)",
  "Extra Services (USD)",
];

/**
 * `freight.csv` with what `readFreightFigures` returns. Throws what that and `csvDownload` throw.
 */
export async function exportFreightFigures(
  context: SignedInContext,
  { from, to, ...reader }: CsvReader & { readonly from: string; readonly to: string },
): Promise<ReadableStream<Uint8Array>> {
  const { items } = await readFreightFigures({ ...context, language: "en" }, { from, to });
  return await csvDownload<FreightFigure>(context, reader, {
    fileName: "freight.csv",
    columns: exportedColumns,
    rowsAtOnce: items.length + 1,
    readAfter: async () => items,
    cellsOf: (csv, figure) => [
      figure.month,
      figure.serviceName,
      countryName(figure.countryCode, "en"),
      String(figure.packagesCount),
      csv.amount(figure.freightCents),
      csv.amount(figure.rateCents),
      csv.amount(figure.storageCents),
      csv.amount(figure.boxCents),
      csv.amount(figure.extraServiceCents),
    ],
  });
}

type Input = {
  readonly month: string;
  readonly serviceCode?: string | undefined;
  readonly countryCode?: CountryCode | undefined;
  readonly part?: ChargePart | undefined;
  readonly page: number;
  readonly pageSize: number;
};

/** One page of the charges behind a figure, the newest first. */
export async function listFreightCharges(
  { db }: SignedInContext,
  { month, page, pageSize, ...of }: Input,
): Promise<{ items: FreightCharge[]; total: number }> {
  const filter = {
    month,
    serviceCode: of.serviceCode ?? null,
    countryCode: of.countryCode ?? null,
    part: of.part ?? null,
  };
  const rows = await listChargeRows(db, filter, { offset: (page - 1) * pageSize, limit: pageSize });
  return {
    items: rows.map((row) => ({
      transactionId: row.transactionId,
      userId: row.userId,
      packageId: row.packageId,
      reference: shipRequestReference(row.number),
      trackingNumber: row.trackingNumber,
      part: row.part,
      chargedCents: Number(row.settledCents),
      refundedCents: Number(row.refundedCents),
      rateCents: row.rateCents,
      chargedAt: row.chargedAt.toISOString(),
    })),
    total: await countCharges(db, filter),
  };
}
