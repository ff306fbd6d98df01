// Writes rows of comma-separated values that a spreadsheet opens and that cannot carry a formula into it.

// Also in full width, and behind blanks, which some spreadsheets skip.
const formulaStart = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

function cell(text: string): string {
  const harmless = formulaStart.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The byte-order mark by which spreadsheets know UTF-8; it stands before the first row. */
export const csvStart = "\uFEFF";

/** One row as RFC 4180 has it, line end included. A cell that would begin a formula gets an apostrophe before it. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}
