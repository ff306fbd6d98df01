import { rateColumns } from "#catalogue/rules/rate-import.ts";
import { decimalText } from "#platform/rules/money.ts";
import type { ShippingService } from "#catalogue/rules/shipping-service.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import { readServices } from "./read-services.ts";

// The same for every reader, so that the file can be imported again.
const format = { locale: "en-US", timeZone: "UTC" };

function rowsOf({ code, rates }: ShippingService): string[][] {
  return rates.flatMap(({ countries, bands, step }) =>
    bands.map(({ upToGrams, priceCents }) => [
      code,
      countries.join(" "),
      String(upToGrams),
      decimalText(priceCents),
      step === null ? "" : String(step.grams),
      step === null ? "" : decimalText(step.priceCents),
    ]),
  );
}

/** `rates.csv` with the rates of today, in the columns of an import. Throws what `csvDownload` throws. */
export async function exportRates(context: SignedInContext): Promise<ReadableStream<Uint8Array>> {
  return await csvDownload<string[]>(context, format, {
    fileName: "rates.csv",
    columns: rateColumns,
    rowsAtOnce: Infinity,
    readAfter: async () => (await readServices(context)).services.flatMap(rowsOf),
    cellsOf: (_csv, row) => row,
  });
}
