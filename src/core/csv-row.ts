// Writes rows for files that a spreadsheet opens as its reader has it set up, and that cannot carry a formula into it.
import { decimalText } from "./money.ts";

// Also in full width, and behind blanks, which some spreadsheets skip.
const formulaStart = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

const month = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}";
const betweenDateParts = "[-/. ]*";

/** What a spreadsheet would take for a number, a date, a time or a truth, and show otherwise than it is written. */
const takenForNumber = new RegExp(
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

/** A cell that is a text whatever it looks like, such as a tracking number or a description. */
type TextCell = { readonly text: string };

export function textCell(text: string): TextCell {
  return { text };
}

type Cell = string | TextCell;

function cell(given: Cell): string {
  if (typeof given !== "string") {
    // Spreadsheets leave what begins with a tab as it is, and do not show the tab.
    return takenForNumber.test(given.text) ? `"\t${given.text}"` : cell(given.text);
  }
  const harmless = formulaStart.test(given) || /^[\t\r\n]/.test(given) ? `'${given}` : given;
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The byte-order mark by which spreadsheets know UTF-8; it stands before the first row. */
export const csvStart = "\uFEFF";

/** Who will read a file: a language tag, and the name of a time zone. */
type CsvReader = { readonly locale: string; readonly timeZone: string };

/** How files of one locale are written. */
export type CsvWriter = {
  /** One row as RFC 4180 has it, line end included. A cell that would begin a formula gets an apostrophe before it. */
  readonly row: (cells: readonly Cell[]) => string;
  /** Whole cents as a number with two decimals. */
  readonly amount: (amountCents: number) => string;
  /** Grams as a number of kilograms with at most three decimals; 'TBD' for null. */
  readonly kilograms: (weightGrams: number | null) => string;
  /** A day in the reader's time zone. */
  readonly day: (at: Date) => string;
  /** A day and its time, in the way of writing that spreadsheets read as one. */
  readonly moment: (at: Date) => string;
};

/**
 * Writes as spreadsheets of that locale read, and times in that zone. Where the comma parts decimals they expect semicolons between cells,
 * and take a number with a point for a date or a text.
 */
export function csvWriter({ locale, timeZone }: CsvReader): CsvWriter {
  // Spreadsheets reckon with these digits alone.
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
    kilograms: (weightGrams) => (weightGrams === null ? "TBD" : weights.format(weightGrams / 1000)),
    day: (at) => days.format(at),
    // A comma between day and time, and a narrow blank before AM, would make it a text.
    moment: (at) => moments.format(at).replace(",", "").replaceAll("\u202F", " "),
  };
}
