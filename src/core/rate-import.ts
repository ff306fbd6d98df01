// Rates from a CSV file: every wrong row is named, and what would change is compared with the rates in use.
import { type CountryCode, countryByCode } from "./country.ts";
import { readCsv } from "./csv-read.ts";
import { parseAmountCents } from "./money.ts";
import { bandWorking, amountOfWorking, rateLimits } from "./service-price.ts";
import type { RateTable, WeightBand } from "./shipping-service.ts";

/** The columns in their order. A table's step stands in its rows, the same in each, or is left empty. */
export const rateColumns = [
  "service",
  "countries",
  "up_to_grams",
  "price",
  "step_grams",
  "step_price",
] as const;

/** What is accepted of a file. */
export const rateFileLimits = {
  characters: 900_000,
  rows: 20_000,
  errors: 200,
  changes: 200,
} as const;

/** What is wrong with a row. */
export const rateErrorKinds = [
  "wrong_header",
  "no_rows",
  "too_many_rows",
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

/** `line` is that of the file, from 1; `value` is the cell that is wrong. */
export type RateError = {
  readonly line: number;
  readonly kind: RateErrorKind;
  readonly value: string;
};

/** A weight from which on more costs less than just below it. */
export type RateWarning = {
  readonly line: number;
  readonly service: string;
  readonly upToGrams: number;
};

export type ParsedRates = {
  readonly errors: readonly RateError[];
  readonly warnings: readonly RateWarning[];
  /** The tables of each service of the file; empty when there is any error. */
  readonly tables: ReadonlyMap<string, readonly RateTable[]>;
};

type Step = NonNullable<RateTable["step"]> | null;
type Row = {
  readonly line: number;
  readonly service: string;
  readonly countries: readonly CountryCode[];
  readonly band: WeightBand;
  readonly step: Step;
};

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

/** The row of these cells, or everything that is wrong with it. */
function parseRow(
  line: number,
  cells: readonly string[],
  services: ReadonlySet<string>,
): Row | RateError[] {
  const errors: RateError[] = [];
  const wrong = (kind: RateErrorKind, value: string) => errors.push({ line, kind, value });
  if (cells.length !== rateColumns.length) {
    return [{ line, kind: "wrong_number_of_cells", value: String(cells.length) }];
  }
  const [service = "", countryText = "", upTo = "", price = "", stepUp = "", stepPrice = ""] =
    cells.map((cell) => cell.trim());
  const formulas = cells.filter((cell) => formulaStart.test(cell));
  if (formulas.length > 0) return formulas.map((value) => ({ line, kind: "formula", value }));
  if (!services.has(service)) wrong("unknown_service", service);
  const codes = countryText.split(/\s+/);
  const countries = codes.filter((code) => isKnown(code));
  for (const code of codes) if (!isKnown(code)) wrong("unknown_country", code);
  const upToGrams = wholeGrams(upTo);
  if (upToGrams === null) wrong("invalid_weight", upTo);
  const cents = priceCents(price);
  // In the calculator 0 means that a service is not available.
  if (cents === null || cents === 0) wrong("invalid_price", price);
  const [grams, stepCents] = [wholeGrams(stepUp), priceCents(stepPrice)];
  const hasStep = stepUp !== "" || stepPrice !== "";
  if (hasStep && (stepUp === "" || stepPrice === "")) wrong("incomplete_step", stepUp + stepPrice);
  else if (hasStep && grams === null) wrong("invalid_weight", stepUp);
  else if (hasStep && stepCents === null) wrong("invalid_price", stepPrice);
  if (errors.length > 0 || upToGrams === null || cents === null) return errors;
  const step = grams === null || stepCents === null ? null : { grams, priceCents: stepCents };
  return { line, service, countries, band: { upToGrams, priceCents: cents }, step };
}

function tableKey({ service, countries }: Row): string {
  return `${service} ${countries.toSorted().join(" ")}`;
}

/** What is wrong between the rows of one table, which are sorted from light to heavy. */
function tableErrors(rows: readonly Row[]): RateError[] {
  const [first] = rows;
  return rows.flatMap(({ line, band, step }, index): RateError[] => {
    const errors: RateError[] = [];
    if (rows[index - 1]?.band.upToGrams === band.upToGrams) {
      errors.push({ line, kind: "overlapping_band", value: String(band.upToGrams) });
    }
    if (JSON.stringify(step) !== JSON.stringify(first?.step)) {
      errors.push({ line, kind: "different_step", value: String(step?.grams ?? "") });
    }
    return errors;
  });
}

/** Countries that two tables of a service, or one of them twice, have. */
function countryErrors(tables: readonly (readonly Row[])[]): RateError[] {
  const seen = new Set<string>();
  return tables.flatMap(([row]) =>
    (row?.countries ?? []).flatMap((code): RateError[] => {
      const key = `${row?.service} ${code}`;
      if (seen.has(key)) {
        return [{ line: row?.line ?? 0, kind: "overlapping_country", value: code }];
      }
      seen.add(key);
      return [];
    }),
  );
}

function warningsOf(rows: readonly Row[]): RateWarning[] {
  return rows.flatMap(({ line, service, band }, index) => {
    const before = rows[index - 1];
    const isCheaper = before !== undefined && before.band.priceCents > band.priceCents;
    return isCheaper ? [{ line, service, upToGrams: band.upToGrams }] : [];
  });
}

const nothing = { warnings: [], tables: new Map() };

/**
 * Reads a file of rates for these services. Prices have a decimal point and at most two decimals; countries are codes with
 * blanks between them. A byte-order mark is skipped. With any error there are no tables, so that nothing is half imported.
 */
export function parseRates(text: string, services: ReadonlySet<string>): ParsedRates {
  const { rows: lines, isComplete } = readCsv(text);
  const [header, ...body] = lines;
  const fail = (line: number, kind: RateErrorKind, value: string): ParsedRates => ({
    ...nothing,
    errors: [{ line, kind, value }],
  });
  if (!isComplete) return fail(lines.at(-1)?.line ?? 1, "quote_not_closed", "");
  const names = header?.cells.map((cell) => cell.trim().toLowerCase()).join(",") ?? "";
  if (names !== rateColumns.join(",")) return fail(1, "wrong_header", names.slice(0, 200));
  if (body.length === 0) return fail(1, "no_rows", "");
  if (body.length > rateFileLimits.rows) return fail(1, "too_many_rows", String(body.length));
  const parsed = body.map(({ line, cells }) => parseRow(line, cells, services));
  const rows = parsed.flatMap((row) => ("line" in row ? [row] : []));
  const tables = [...Map.groupBy(rows, tableKey).values()].map((ofTable) =>
    ofTable.toSorted((one, other) => one.band.upToGrams - other.band.upToGrams),
  );
  const errors = [
    ...parsed.flatMap((row) => ("line" in row ? [] : row)),
    ...tables.flatMap(tableErrors),
    ...countryErrors(tables),
  ].toSorted((one, other) => one.line - other.line);
  if (errors.length > 0) return { ...nothing, errors };
  const byService = Map.groupBy(tables, ([row]) => row?.service ?? "");
  return {
    errors: [],
    warnings: tables.flatMap(warningsOf),
    tables: new Map(
      [...byService].map(([service, ofService]) => [
        service,
        ofService.map((ofTable) => ({
          countries: ofTable[0]?.countries ?? [],
          bands: ofTable.map(({ band }) => band),
          step: ofTable[0]?.step ?? null,
        })),
      ]),
    ),
  };
}

/** A price that changes, for a weight to countries of the same tables; null: not available. */
export type RateChange = {
  readonly service: string;
  readonly countries: readonly CountryCode[];
  readonly weightGrams: number;
  readonly beforeCents: number | null;
  readonly afterCents: number | null;
};

function centsAt(table: RateTable | undefined, weightGrams: number): number | null {
  const working = table === undefined ? null : bandWorking(table, weightGrams);
  return working === null ? null : amountOfWorking(working);
}

/** The last band's edge and that of the first step above it, where both tables can differ. */
function edgesOf(table: RateTable | undefined): number[] {
  if (table === undefined) return [];
  const edges = table.bands.map(({ upToGrams }) => upToGrams);
  return [...edges, (edges.at(-1) ?? 0) + (table.step?.grams ?? 1)];
}

/** Prices that differ between two tables, at every edge of both. */
function changesBetween(from: RateTable | undefined, to: RateTable | undefined) {
  const edges = [...new Set([...edgesOf(from), ...edgesOf(to)])].toSorted((a, b) => a - b);
  return edges.flatMap((weightGrams) => {
    const [beforeCents, afterCents] = [centsAt(from, weightGrams), centsAt(to, weightGrams)];
    return beforeCents === afterCents ? [] : [{ weightGrams, beforeCents, afterCents }];
  });
}

/**
 * The first prices of a service that differ, and how many do, counting each country. Countries of the same tables are
 * compared once and named together.
 */
export function changedRates(
  service: string,
  before: readonly RateTable[],
  after: readonly RateTable[],
): { readonly first: RateChange[]; readonly count: number } {
  const placeOf = (tables: readonly RateTable[]) =>
    new Map(
      tables.flatMap(({ countries }, place) => countries.map((code) => [code, place] as const)),
    );
  const [old, added] = [placeOf(before), placeOf(after)];
  const pairs = Map.groupBy(
    new Set([...old.keys(), ...added.keys()]),
    (code) => `${old.get(code) ?? -1} ${added.get(code) ?? -1}`,
  );
  const first: RateChange[] = [];
  let count = 0;
  for (const countries of pairs.values()) {
    const [code = "HK"] = countries;
    const [from, to] = [old.get(code) ?? -1, added.get(code) ?? -1];
    const changes = changesBetween(before[from], after[to]);
    count += changes.length * countries.length;
    const shown = changes.slice(0, rateFileLimits.changes - first.length);
    first.push(...shown.map((change) => ({ service, countries, ...change })));
  }
  return { first, count };
}
