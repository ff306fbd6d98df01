// Files of addresses for the upload pages of carriers without an API, and the numbers that come back.
import { type CountryCode, countryByCode } from "#catalogue/rules/country.ts";
import { type CsvFault, readCsv } from "#platform/rules/csv-read.ts";
import type { Recipient } from "#catalogue/rules/recipient.ts";
import { printableRecipient, streetLines } from "./shipping-label.ts";
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";

/** What a column of a file can hold. */
export const labelFileFields = [
  "reference",
  "service",
  "name",
  "phone",
  "address_1",
  "address_2",
  "address_3",
  "city",
  "state",
  "postal_code",
  "country_code",
  "country",
  "weight_grams",
  "weight_kg",
  "length_cm",
  "width_cm",
  "height_cm",
  "contents",
  "value",
  "currency",
] as const;
type LabelFileField = (typeof labelFileFields)[number];

/** A column as staff chose it: its heading, and what it holds. */
export type LabelFileColumn = { readonly heading: string; readonly field: LabelFileField };

/** What the file with the numbers looks like. */
export const labelNumbersExample = "reference,tracking_number\nSR000123,RB123456785HK";

export const labelFileLimits = {
  columns: 40,
  heading: 60,
  lineCharacters: { min: 10, max: 200 },
  /** Packages of one file. */
  packages: 2_000,
  characters: 900_000,
  errors: 200,
} as const;

/** The longest line of an address in a file, unless a carrier has its own. */
export const defaultLineCharacters = 35;

/** The columns of a carrier for which nobody chose any. */
export const defaultLabelFileColumns: readonly LabelFileColumn[] = (
  [
    "reference",
    "service",
    "name",
    "phone",
    "address_1",
    "address_2",
    "address_3",
    "city",
    "state",
    "postal_code",
    "country_code",
    "weight_grams",
    "length_cm",
    "width_cm",
    "height_cm",
    "contents",
  ] as const
).map((field) => ({ heading: field, field }));

/** Columns as staff type them, one a line: what the file says above the column, an equals sign, and what it holds. */
export function labelFileColumnsText(columns: readonly LabelFileColumn[]): string {
  return columns.map(({ heading, field }) => `${heading} = ${field}`).join("\n");
}

/** Reads them; `wrongLine` is the first line that says no column. */
export function parseLabelFileColumns(
  text: string,
): { readonly columns: LabelFileColumn[] } | { readonly wrongLine: string } {
  const columns: LabelFileColumn[] = [];
  for (const line of text.split(/\r\n|\n|\r/).map((one) => one.trim())) {
    if (line === "") continue;
    const split = line.lastIndexOf("=");
    const heading = line.slice(0, Math.max(0, split)).trim();
    const field = labelFileFields.find((known) => known === line.slice(split + 1).trim());
    const isColumn = heading !== "" && heading.length <= labelFileLimits.heading;
    if (!isColumn || field === undefined) return { wrongLine: line };
    columns.push({ heading, field });
  }
  const isCount = columns.length >= 1 && columns.length <= labelFileLimits.columns;
  return isCount ? { columns } : { wrongLine: "" };
}

/** A package as a file describes it. */
export type FiledPackage = {
  readonly reference: string;
  readonly serviceName: string;
  readonly recipient: Recipient;
  readonly countryCode: CountryCode;
  readonly weightGrams: number;
  /** Length, width and height. */
  readonly sidesMm: readonly [number, number, number];
  readonly contents: string;
  /** As decimal text; empty where it is not known. */
  readonly value: string;
  readonly currency: string;
};

function centimeters(millimeters: number): string {
  return String(Math.ceil(millimeters / 10));
}

/**
 * The cells of a package by field, with lines of the street of at most `lineCharacters`; null where it can be in no file: its
 * address is in another script, or needs more than three such lines.
 */
export function labelFileCells(
  pkg: FiledPackage,
  lineCharacters: number,
): Readonly<Record<LabelFileField, string>> | null {
  const recipient = printableRecipient(pkg.recipient);
  if (recipient === null) return null;
  const [first = "", second = "", third = "", ...more] = streetLines(recipient, lineCharacters);
  if (more.length > 0) return null;
  const [length, width, height] = pkg.sidesMm;
  return {
    reference: pkg.reference,
    service: pkg.serviceName,
    name: recipient.name.slice(0, lineCharacters),
    // Spreadsheets would calculate with a plus sign.
    phone: recipient.phone.replace(/^\+/, "00"),
    address_1: first,
    address_2: second,
    address_3: third,
    city: recipient.city,
    state: recipient.state,
    postal_code: recipient.postalCode,
    country_code: pkg.countryCode,
    country: countryByCode(pkg.countryCode)?.name ?? pkg.countryCode,
    weight_grams: String(pkg.weightGrams),
    weight_kg: (pkg.weightGrams / 1000).toFixed(3),
    length_cm: centimeters(length),
    width_cm: centimeters(width),
    height_cm: centimeters(height),
    contents: pkg.contents,
    value: pkg.value,
    currency: pkg.currency,
  };
}

/** What is wrong with a row of a file of numbers. */
export const labelNumberErrorKinds = [
  "wrong_header",
  "no_rows",
  "too_many_rows",
  "quote_not_closed",
  "missing_reference",
  "invalid_number",
  "repeated_reference",
  "repeated_number",
  "unknown_reference",
  "not_accepted",
  "address_not_printable",
  "code_missing",
  "goods",
  "declaration",
  "too_many_lines",
  "number_used",
] as const;
type LabelNumberErrorKind = (typeof labelNumberErrorKinds)[number];

/** `line` is that of the file, from 1; `value` is the cell that is wrong. */
export type LabelNumberError = {
  readonly line: number;
  readonly kind: LabelNumberErrorKind;
  readonly value: string;
};

/** A number that a carrier gave to the package with a reference. */
export type ReferencedNumber = {
  readonly line: number;
  readonly reference: string;
  readonly trackingNumber: string;
};

type ParsedLabelNumbers = {
  readonly errors: readonly LabelNumberError[];
  /** Empty when there is any error. */
  readonly numbers: readonly ReferencedNumber[];
};

const headings = { reference: "reference", number: "tracking_number" } as const;

/** Where the two columns are; -1 for one that is missing. */
function columnsOf(header: readonly string[]): {
  readonly reference: number;
  readonly number: number;
} {
  const names = header.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, "_"),
  );
  return { reference: names.indexOf(headings.reference), number: names.indexOf(headings.number) };
}

/** A cell without blanks around it, and without what spreadsheets and our own files mark texts with. */
export function plainCell(cell: string | undefined): string {
  return (cell ?? "")
    .replace(/^\uFEFF/, "")
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .replace(/^'/, "")
    .trim();
}

function parseRow(
  line: number,
  reference: string,
  text: string,
): ReferencedNumber | LabelNumberError {
  if (reference === "") return { line, kind: "missing_reference", value: text };
  const checked = checkTrackingNumber(text);
  if (!checked.ok) return { line, kind: "invalid_number", value: text };
  return { line, reference, trackingNumber: checked.trackingNumber };
}

function isNumber(row: ReferencedNumber | LabelNumberError): row is ReferencedNumber {
  return "reference" in row;
}

/** Rows whose reference or number another one of the file has. */
function repetitions(rows: readonly ReferencedNumber[]): LabelNumberError[] {
  const [references, numbers] = [new Set<string>(), new Set<string>()];
  return rows.flatMap(({ line, reference, trackingNumber }): LabelNumberError[] => {
    const isRepeated = references.has(reference);
    const isNumberRepeated = numbers.has(trackingNumber);
    references.add(reference);
    numbers.add(trackingNumber);
    if (isRepeated) return [{ line, kind: "repeated_reference", value: reference }];
    return isNumberRepeated ? [{ line, kind: "repeated_number", value: trackingNumber }] : [];
  });
}

/** The error that concerns a whole file, if any. */
function fileError(rowsCount: number, fault: CsvFault | null): LabelNumberError[] {
  const whole = (kind: LabelNumberErrorKind, line: number, value = "") => [{ line, kind, value }];
  if (fault !== null) return whole("quote_not_closed", fault.line);
  if (rowsCount === 0) return whole("no_rows", 1);
  if (rowsCount > labelFileLimits.packages) return whole("too_many_rows", 1, String(rowsCount));
  return [];
}

/**
 * Reads a file with the columns `reference` and `tracking_number`, among others and in any order. Every wrong row is named;
 * with any, there are no numbers.
 */
export function parseLabelNumbers(text: string): ParsedLabelNumbers {
  const { rows, fault } = readCsv(text);
  const [header, ...body] = rows;
  const wrong = fileError(body.length, fault);
  if (header === undefined || wrong.length > 0) return { errors: wrong, numbers: [] };
  const columns = columnsOf(header.cells);
  if (columns.reference < 0 || columns.number < 0) {
    const value = header.cells.join(",").slice(0, 200);
    return { errors: [{ line: header.line, kind: "wrong_header", value }], numbers: [] };
  }
  const parsed = body.map(({ line, cells }) =>
    parseRow(
      line,
      plainCell(cells[columns.reference]).toUpperCase(),
      plainCell(cells[columns.number]),
    ),
  );
  const numbers = parsed.filter(isNumber);
  const errors = [
    ...parsed.flatMap((row) => (isNumber(row) ? [] : [row])),
    ...repetitions(numbers),
  ];
  if (errors.length === 0) return { errors, numbers };
  const inOrder = errors.toSorted((one, other) => one.line - other.line);
  return { errors: inOrder.slice(0, labelFileLimits.errors), numbers: [] };
}
