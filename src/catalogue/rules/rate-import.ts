// Rates from a CSV file, which is read in parts: every wrong row is named.
import { type CountryCode, countryByCode } from "./country.ts";
import { createCsvRowReader, type CsvRow } from "#platform/rules/csv-read.ts";
import { parseAmountCents } from "#platform/rules/money.ts";
import { rateLimits } from "./service-price.ts";
import type { RateTable, WeightBand } from "./shipping-service.ts";
import { visibleText } from "#platform/rules/normalize-text.ts";

/** The columns in their order. A table's step stands in its heaviest row; the others repeat it or leave it empty. */
export const rateColumns = [
  "service",
  "countries",
  "up_to_grams",
  "price",
  "step_grams",
  "step_price",
] as const;

/** A file to begin with, as every installation has these rates. */
export const rateTemplate = [
  rateColumns.join(","),
  "hk-post-air,SG MY,500,65.00,,",
  "hk-post-air,SG MY,1000,95.00,500,30.00",
  "",
].join("\r\n");

/** What is accepted of a file, and how much of what is wrong with it is named. */
export const rateFileLimits = {
  bytes: 20 * 1_048_576,
  /** Below the names of the columns, without empty ones. */
  rows: 100_000,
  /** A row with the codes of all countries has about a thousand. */
  rowCharacters: 10_000,
  valueCharacters: 100,
  errors: 200,
  warnings: 200,
} as const;

/** What is wrong with a row. */
export const rateErrorKinds = [
  "unknown_encoding",
  "wrong_header",
  "no_rows",
  "too_many_rows",
  "row_too_long",
  "quote_not_closed",
  "wrong_number_of_cells",
  "formula",
  "unknown_service",
  "unknown_country",
  "invalid_weight",
  "invalid_price",
  "incomplete_step",
  "different_step",
  "overlapping_band",
  "overlapping_country",
] as const;
export type RateErrorKind = (typeof rateErrorKinds)[number];

/** `line` is that of the file, from 1; `value` is the cell that is wrong, or its beginning. */
export type RateError = {
  readonly line: number;
  readonly kind: RateErrorKind;
  readonly value: string;
};

/**
 * `cheaper`: from this weight on more costs less than just below it. `step_above`: the heaviest band is wider than its step,
 * which counts only above the band: who means that each step costs more states the first step alone as the band.
 */
export const rateWarningKinds = ["cheaper", "step_above"] as const;

export type RateWarning = {
  readonly line: number;
  readonly kind: (typeof rateWarningKinds)[number];
  readonly service: string;
  /** Of `step_above`: where the next lighter band ends; null where there is none. */
  readonly fromGrams: number | null;
  readonly upToGrams: number;
};

export type ParsedRates = {
  /** The first ones by line. */
  readonly errors: readonly RateError[];
  readonly errorCount: number;
  /** The first ones by line. */
  readonly warnings: readonly RateWarning[];
  readonly warningCount: number;
  /** The tables of each service of the file; empty when there is any error. */
  readonly tables: ReadonlyMap<string, readonly RateTable[]>;
};

export type RateReader = {
  /** Reads the next part of the file. false: what follows does not matter. */
  readonly read: (part: string) => boolean;
  readonly end: () => ParsedRates;
};

type Step = NonNullable<RateTable["step"]> | null;
type Row = { readonly line: number; readonly band: WeightBand; readonly step: Step };
/** The rows of a service to the same countries. */
type Table = {
  readonly service: string;
  readonly countries: readonly CountryCode[];
  readonly rows: Row[];
};

/** What is said of a file whose encoding cannot be read. */
export const unreadRates: ParsedRates = {
  errors: [{ line: 1, kind: "unknown_encoding", value: "" }],
  errorCount: 1,
  warnings: [],
  warningCount: 0,
  tables: new Map(),
};

/** Counts what is added, and keeps the first ones by line, however much it is. */
function createFirstByLine<Item extends { readonly line: number }>(most: number) {
  let [kept, count]: [Item[], number] = [[], 0];
  /** From this line on nothing is among the first. */
  let beyond = Infinity;
  const first = () => kept.toSorted((one, other) => one.line - other.line).slice(0, most);
  return {
    add(item: Item) {
      count += 1;
      if (item.line >= beyond) return;
      kept.push(item);
      if (kept.length < 10 * most) return;
      kept = first();
      beyond = kept.at(-1)?.line ?? Infinity;
    },
    first,
    count: () => count,
  };
}

/** Beginnings of cells that a spreadsheet would calculate. A minus sign before digits is a negative number. */
const formulaStart = /^\s*(?:[=+@\t\r]|-(?![\d.]))/;

function wholeGrams(text: string): number | null {
  const grams = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return grams >= 1 && grams <= rateLimits.bandGrams ? grams : null;
}

function priceCents(text: string): number | null {
  const parsed = parseAmountCents(text);
  return parsed.ok && parsed.amountCents <= rateLimits.priceCents ? parsed.amountCents : null;
}

function isKnown(code: string): code is CountryCode {
  return countryByCode(code)?.code === code;
}

type Wrong = (kind: RateErrorKind, value: string) => void;

/** The band and step of a row's cells, or null where any of them is wrong. */
function readPrices(
  [upTo, price, stepUp, stepPrice]: readonly [string, string, string, string],
  wrong: Wrong,
): Omit<Row, "line"> | null {
  let isRight = true;
  const fail: Wrong = (kind, value) => {
    isRight = false;
    wrong(kind, value);
  };
  const upToGrams = wholeGrams(upTo);
  if (upToGrams === null) fail("invalid_weight", upTo);
  const cents = priceCents(price);
  // In the calculator 0 means that a service is not available.
  if (cents === null || cents === 0) fail("invalid_price", price);
  const [grams, stepCents] = [wholeGrams(stepUp), priceCents(stepPrice)];
  const hasStep = stepUp !== "" || stepPrice !== "";
  if (hasStep && (stepUp === "" || stepPrice === "")) fail("incomplete_step", stepUp + stepPrice);
  else if (hasStep && grams === null) fail("invalid_weight", stepUp);
  else if (hasStep && stepCents === null) fail("invalid_price", stepPrice);
  if (!isRight || upToGrams === null || cents === null) return null;
  const step = grams === null || stepCents === null ? null : { grams, priceCents: stepCents };
  return { band: { upToGrams, priceCents: cents }, step };
}

/** What is wrong between the rows of one table, which are sorted from light to heavy. */
function addTableErrors(rows: readonly Row[], add: (error: RateError) => void): void {
  const stated = rows.at(-1)?.step;
  for (const [index, { line, band, step }] of rows.entries()) {
    if (rows[index - 1]?.band.upToGrams === band.upToGrams) {
      add({ line, kind: "overlapping_band", value: String(band.upToGrams) });
    }
    const isSame =
      step === null || (step.grams === stated?.grams && step.priceCents === stated.priceCents);
    if (!isSame) add({ line, kind: "different_step", value: String(step.grams) });
  }
}

/** Countries that two tables of a service, or one of them twice, have. */
function addCountryErrors(tables: readonly Table[], add: (error: RateError) => void): void {
  const ofService = new Map<string, Set<CountryCode>>();
  for (const { service, countries, rows } of tables) {
    const seen = ofService.get(service) ?? new Set();
    ofService.set(service, seen);
    for (const code of countries) {
      if (seen.has(code))
        add({ line: rows[0]?.line ?? 0, kind: "overlapping_country", value: code });
      seen.add(code);
    }
  }
}

function addWarnings({ service, rows }: Table, add: (warning: RateWarning) => void): void {
  for (const [index, { line, band }] of rows.entries()) {
    const before = rows[index - 1]?.band.priceCents ?? 0;
    if (before > band.priceCents) {
      add({ line, kind: "cheaper", service, fromGrams: null, upToGrams: band.upToGrams });
    }
  }
  const [heaviest, lighter] = [rows.at(-1), rows.at(-2)];
  if (heaviest === undefined || heaviest.step === null) return;
  const { upToGrams } = heaviest.band;
  const fromGrams = lighter?.band.upToGrams ?? null;
  if (upToGrams - (fromGrams ?? 0) > heaviest.step.grams) {
    add({ line: heaviest.line, kind: "step_above", service, fromGrams, upToGrams });
  }
}

/** The tables of a file by service and countries, which grow row by row. */
function createTables() {
  const tables = new Map<string, Table>();
  // Rows name the same countries again and again.
  const known = new Map<string, { codes: CountryCode[]; key: string; unknown: string[] }>();
  return {
    countriesOf(text: string) {
      const found = known.get(text);
      if (found !== undefined) return found;
      const all = text.split(/\s+/);
      const codes = all.flatMap((code) => (isKnown(code) ? (countryByCode(code)?.code ?? []) : []));
      const unknown = all.filter((code) => !isKnown(code));
      const read = { codes, key: codes.toSorted().join(" "), unknown };
      if (unknown.length === 0) known.set(text, read);
      return read;
    },
    add(service: string, countries: { codes: CountryCode[]; key: string }, row: Row) {
      const key = `${service} ${countries.key}`;
      const table = tables.get(key) ?? { service, countries: countries.codes, rows: [] };
      table.rows.push(row);
      tables.set(key, table);
    },
    /** Each from light to heavy. */
    sorted: (): Table[] =>
      [...tables.values()].map((table) => ({
        ...table,
        rows: table.rows.toSorted((one, other) => one.band.upToGrams - other.band.upToGrams),
      })),
  };
}

function rateTableOf({ countries, rows }: Table): RateTable {
  return { countries, bands: rows.map(({ band }) => band), step: rows.at(-1)?.step ?? null };
}

function errorOf(line: number, kind: RateErrorKind, value: string): RateError {
  return { line, kind, value: value.slice(0, rateFileLimits.valueCharacters) };
}

/** A cell without blanks and what nobody sees; where semicolons part cells, prices have decimal commas. */
function plainCell(cell: string, hasDecimalCommas: boolean): string {
  const text = visibleText(cell).trim();
  return hasDecimalCommas ? text.replace(/^(\d+),(\d{1,2})$/, "$1.$2") : text;
}

/** Adds each row to its table, or what is wrong with it to the errors. */
function createRowReader(
  services: ReadonlySet<string>,
  tables: ReturnType<typeof createTables>,
  addError: (error: RateError) => void,
): (row: CsvRow, hasDecimalCommas: boolean) => void {
  return ({ line, cells }, hasDecimalCommas) => {
    let isRight = true;
    const wrong: Wrong = (kind, value) => {
      isRight = false;
      addError(errorOf(line, kind, value));
    };
    if (cells.length !== rateColumns.length) {
      wrong("wrong_number_of_cells", String(cells.length));
      return;
    }
    for (const cell of cells) if (formulaStart.test(cell)) wrong("formula", cell);
    if (!isRight) return;
    const [service = "", countryText = "", upTo = "", price = "", stepUp = "", stepPrice = ""] =
      cells.map((cell) => plainCell(cell, hasDecimalCommas));
    if (!services.has(service)) wrong("unknown_service", service);
    const countries = tables.countriesOf(countryText);
    for (const code of countries.unknown) wrong("unknown_country", code);
    const prices = readPrices([upTo, price, stepUp, stepPrice], wrong);
    if (isRight && prices !== null) tables.add(service, countries, { line, ...prices });
  };
}

/**
 * Reads a file of rates for these services, part by part. Prices have a decimal point and at most two decimals; countries are
 * codes with blanks between them. A byte-order mark is skipped. With any error there are no tables, so that nothing is half
 * imported. Memory is needed for what the accepted rows say, and for the first errors.
 */
export function createRateReader(services: ReadonlySet<string>): RateReader {
  const reader = createCsvRowReader(rateFileLimits.rowCharacters);
  const errors = createFirstByLine<RateError>(rateFileLimits.errors);
  const tables = createTables();
  let [hasHeader, rowsCount]: [boolean, number] = [false, 0];
  /** An error of the whole file, beside which no other matters. */
  let fileError: RateError | null = null;

  const readRow = createRowReader(services, tables, errors.add);

  const readRows = (rows: readonly CsvRow[]) => {
    for (const row of rows) {
      if (fileError !== null) return;
      if (hasHeader) {
        rowsCount += 1;
        if (rowsCount > rateFileLimits.rows) fileError = errorOf(row.line, "too_many_rows", "");
        else readRow(row, reader.separator() === ";");
        continue;
      }
      hasHeader = true;
      const names = row.cells.map((cell) => plainCell(cell, false).toLowerCase()).join(",");
      if (names !== rateColumns.join(",")) fileError = errorOf(1, "wrong_header", names);
    }
    const fault = reader.fault();
    if (fault !== null) fileError ??= errorOf(fault.line, fault.kind, "");
  };

  return {
    read(part) {
      readRows(reader.read(part));
      return fileError === null;
    },
    end() {
      readRows(reader.end());
      if (!hasHeader) fileError ??= errorOf(1, "wrong_header", "");
      else if (rowsCount === 0) fileError ??= errorOf(1, "no_rows", "");
      const nothing = { warnings: [], warningCount: 0, tables: new Map() };
      if (fileError !== null) return { ...nothing, errors: [fileError], errorCount: 1 };
      const sorted = tables.sorted();
      for (const { rows } of sorted) addTableErrors(rows, errors.add);
      addCountryErrors(sorted, errors.add);
      const errorCount = errors.count();
      if (errorCount > 0) return { ...nothing, errors: errors.first(), errorCount };
      const warnings = createFirstByLine<RateWarning>(rateFileLimits.warnings);
      for (const table of sorted) addWarnings(table, warnings.add);
      const byService = Map.groupBy(sorted, ({ service }) => service);
      return {
        errors: [],
        errorCount: 0,
        warnings: warnings.first(),
        warningCount: warnings.count(),
        tables: new Map(
          [...byService].map(([service, ofService]) => [service, ofService.map(rateTableOf)]),
        ),
      };
    },
  };
}
