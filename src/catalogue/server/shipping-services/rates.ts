import { setImmediate } from "node:timers/promises";
import { apiError } from "#platform/contract/errors.ts";
import type { RatesFile, RatesImport } from "#catalogue/contract/rates.ts";
import {
  changedRates,
  countriesLeftOut,
  mostNamedChanges,
  type RateChange,
  withRatesTo,
} from "#catalogue/rules/rate-changes.ts";
import { createFileDecoder } from "#platform/rules/file-text.ts";
import {
  createRateReader,
  rateFileLimits,
  unreadRates,
  type ParsedRates,
  rateColumns,
} from "#catalogue/rules/rate-import.ts";
import type { RateTable, ShippingService } from "#catalogue/rules/shipping-service.ts";
import { isPriceDay, todayOfRates } from "#catalogue/rules/price-day.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { readServices } from "./read-services.ts";
import { listServicesOn, insertVersion, readHighestVersion } from "./service-queries.ts";
import { decimalText } from "#platform/rules/money.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import { sentence } from "#platform/server/translate.ts";

const partBytes = 65_536;

type Replaced = { readonly service: ShippingService; readonly rates: readonly RateTable[] };

/** Reads a file part by part; other requests are answered between the parts. */
async function readRates(file: File, services: readonly ShippingService[]): Promise<ParsedRates> {
  const reader = createRateReader(new Set(services.map(({ code }) => code)));
  const decoder = createFileDecoder((encoding) => new TextDecoder(encoding, { fatal: true }));
  try {
    // The parts of `file.stream()` may be as large as the file.
    for (let start = 0; start < file.size; start += partBytes) {
      const bytes = await file.slice(start, start + partBytes).arrayBuffer();
      if (!reader.read(decoder.decode(new Uint8Array(bytes)))) return reader.end();
      await setImmediate();
    }
    reader.read(decoder.end());
  } catch (error) {
    if (error instanceof TypeError) return unreadRates;
    throw error;
  }
  return reader.end();
}

/** The first prices that differ, and how many do; other requests are answered between the services. */
async function changesOf(
  replaced: readonly Replaced[],
): Promise<{ changes: RateChange[]; changeCount: number }> {
  const changes: RateChange[] = [];
  let changeCount = 0;
  for (const { service, rates } of replaced) {
    await setImmediate();
    const { first, count } = changedRates(service.code, service.rates, rates);
    changes.push(...first.slice(0, mostNamedChanges - changes.length));
    changeCount += count;
  }
  return { changes, changeCount };
}

async function insertVersions(
  context: SignedInContext,
  replaced: readonly Replaced[],
  { validFrom, source }: Pick<RatesFile, "validFrom" | "source">,
): Promise<void> {
  const origin = { createdBy: context.session.person.id, createdAt: context.now() };
  await atomically(context.db, async (db) => {
    for (const { service, rates } of replaced) {
      const { id: _id, code, version: _version, ...details } = service;
      const version = (await readHighestVersion(db, code)) + 1;
      const changed = { ...details, rates, validFrom, source };
      const id = await insertVersion(db, { code, version }, changed, origin);
      if (id === undefined) throw apiError("conflict");
      const before = { version: service.version };
      await context.auditOf(code, { before, after: { version, validFrom, source } }, db);
    }
  });
  context.log.info({ validFrom, services: replaced.length }, "Rates imported");
}

/** The services to which a file gives rates, with all that they have then. */
function replacedBy(
  tables: ParsedRates["tables"],
  services: readonly ShippingService[],
  replaces: RatesFile["replaces"],
): Replaced[] {
  return services.flatMap((service) => {
    const rates = tables.get(service.code);
    if (rates === undefined) return [];
    const isPart = replaces === "countries";
    return [{ service, rates: isPart ? withRatesTo(service.rates, rates) : rates }];
  });
}

/**
 * Replaces all rates of the services in a CSV file from a day on, or those to its countries, by new versions of these services,
 * or only says what that would change. A file with an error imports nothing, nor does one that leaves a service without a price
 * to a country unless that is accepted. Throws `invalid_storage_day` for a day before today in Hong Kong or too far ahead, `too_large` above 20 MB, and `conflict` when somebody else imports the same
 * service at once.
 */
export async function importRates(
  context: SignedInContext,
  { file, validFrom, source, mode, replaces, leavingOut }: RatesFile,
): Promise<RatesImport> {
  if (!isPriceDay(validFrom, todayOfRates(context.now()))) {
    throw apiError("invalid_storage_day");
  }
  if (file.size > rateFileLimits.bytes) throw ratesFileTooLarge();
  const services = await listServicesOn(context.db, validFrom);
  const { tables, ...parsed } = await readRates(file, services);
  const replaced = replacedBy(tables, services, replaces);
  const leftOut = replaced.flatMap(({ service, rates }) => {
    const countries = countriesLeftOut(service.rates, rates);
    return countries.length === 0 ? [] : [{ service: service.code, countries }];
  });
  const { changes, changeCount } = await changesOf(replaced);
  const isAccepted = leftOut.length === 0 || leavingOut === "accepted";
  const isImported = mode === "import" && parsed.errorCount === 0 && isAccepted;
  if (!isImported) context.unchanged();
  else await insertVersions(context, replaced, { validFrom, source });
  return {
    ...parsed,
    errors: [...parsed.errors],
    warnings: [...parsed.warnings],
    isImported,
    countriesLeftOut: leftOut,
    changes,
    changeCount,
  };
}

const format = { locale: "en-US", timeZone: "UTC" };

function toCsvRows({ code, rates }: ShippingService): string[][] {
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
    readAfter: async () => (await readServices(context)).services.flatMap(toCsvRows),
    cellsOf: (_csv, row) => row,
  });
}

/** The error for a file of rates above `rateFileLimits.bytes`. */
export function ratesFileTooLarge(): Error {
  const { bytes: limitBytes, rows } = rateFileLimits;
  return apiError("too_large", { limitBytes, rows }, sentence("errors.ratesFileTooLarge"));
}
