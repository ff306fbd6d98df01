// Writes rows of comma-separated values that a spreadsheet opens and that cannot carry a formula into it.

// Also in full width, and behind blanks, which some spreadsheets skip.
const formulaStart = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

const month = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}";
const betweenDateParts = "[-/. ]*";

/** What a spreadsheet would take for a number, a date, a time or a truth, and show otherwise than it is written. */
const takenForNumber = new RegExp(
  `^\\s*(${[
    "0\\d+",
    "\\d{12,}",
    "\\d+(\\.\\d*)?E\\d+",
    "\\d+([-/.,: ]+\\d+)+",
    "\\d+[.,%]",
    `(\\d+${betweenDateParts})?${month}${betweenDateParts}\\d+`,
    `\\d+${betweenDateParts}${month}`,
    "true|false",
  ].join("|")})\\s*$`,
  "i",
);

/** A cell that is a text whatever it looks like, such as a tracking number or a description. */
type TextCell = { readonly text: string };

export function textCell(text: string): TextCell {
  return { text };
}

function cell(given: string | TextCell): string {
  if (typeof given !== "string") {
    // Spreadsheets leave what begins with a tab as it is, and do not show the tab.
    return takenForNumber.test(given.text) ? `"\t${given.text}"` : cell(given.text);
  }
  const harmless = formulaStart.test(given) || /^[\t\r\n]/.test(given) ? `'${given}` : given;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The byte-order mark by which spreadsheets know UTF-8; it stands before the first row. */
export const csvStart = "\uFEFF";

/** One row as RFC 4180 has it, line end included. A cell that would begin a formula gets an apostrophe before it. */
export function csvRow(cells: readonly (string | TextCell)[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}
