import { decimalText } from "./money.ts";

// Also full-width characters, and behind blanks, which some spreadsheets skip.
const formulaStart = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

const month = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}";
const betweenDateParts = "[-/. ]*";

/** Texts that a spreadsheet would read as a number, date, time or boolean, and display differently. */
const convertedText = new RegExp(
  `^\\s*(${[
    "0\\d+",
    "\\d{9,}",
    "\\d+(\\.\\d*)?E\\d+",
    "\\d+([-/.,: ]+\\d+)+",
    "\\d+[.,%]",
    `(\\d+${betweenDateParts})?${month}${betweenDateParts}\\d+`,
    `\\d+${betweenDateParts}${month}`,
    "true|false",
    "\\p{Sc} ?[\\d.,]+",
    "[\\d.,]+ ?\\p{Sc}",
  ].join("|")})\\s*$`,
  "iu",
);

/** A cell that stays a text whatever it looks like, such as a tracking number. */
type TextCell = { readonly text: string };

export function textCell(text: string): TextCell {
  return { text };
}

type Cell = string | TextCell;

function cell(value: Cell): string {
  if (typeof value !== "string") {
    // Spreadsheets do not convert a text that begins with a tab, and do not show the tab.
    return convertedText.test(value.text) ? `"\t${value.text}"` : cell(value.text);
  }
  const escaped = formulaStart.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}

/** The byte-order mark before the first row, by which spreadsheets recognise UTF-8. */
export const csvStart = "\uFEFF";

/** `locale` is a language tag, `timeZone` an IANA name. */
export type CsvReader = { readonly locale: string; readonly timeZone: string };

export type CsvWriter = {
  /** One row as in RFC 4180, with its line end. A cell that would start a formula is prefixed with an apostrophe. */
  readonly row: (cells: readonly Cell[]) => string;
  /** Whole cents as a number with two decimals. */
  readonly amount: (amountCents: number) => string;
  /** Grams as a number of kilograms with at most three decimals. */
  readonly kilograms: (weightGrams: number) => string;
  /** A day in the reader's time zone. */
  readonly day: (at: Date) => string;
  /** A day and time, in a format that spreadsheets read as one. */
  readonly moment: (at: Date) => string;
};

/**
 * Writes rows as spreadsheets of the locale read them, with times in the zone. Where the comma is the decimal separator,
 * spreadsheets expect semicolons between cells, and read a number with a point as a date or a text.
 */
export function csvWriter({ locale, timeZone }: CsvReader): CsvWriter {
  // Spreadsheets calculate with these digits only.
  const plain = { numberingSystem: "latn", useGrouping: false } as const;
  const decimals = (least: number, most: number) =>
    new Intl.NumberFormat(locale, {
      ...plain,
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    });
  const [amounts, weights] = [decimals(2, 2), decimals(0, 3)];
  const days = new Intl.DateTimeFormat(locale, { timeZone });
  const moments = new Intl.DateTimeFormat(locale, {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  const separator = weights.format(0.5).includes(",") ? ";" : ",";
  return {
    row: (cells) => `${cells.map(cell).join(separator)}\r\n`,
    amount: (amountCents) => amounts.format(decimalText(amountCents)),
    kilograms: (weightGrams) => weights.format(weightGrams / 1000),
    day: (at) => days.format(at),
    // With a comma between day and time, or a narrow blank before AM, spreadsheets read it as a text.
    moment: (at) => moments.format(at).replace(",", "").replaceAll("\u202F", " "),
  };
}
