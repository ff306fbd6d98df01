/** A row with the line of the file on which it begins, from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

// A cell in quotes or a plain one, and what ends it.
const cellPattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/**
 * The rows of a CSV file as RFC 4180 describes it, without empty ones and without a byte-order mark. `isComplete` is false
 * where a quote is not closed or stands inside a cell, after which nothing is read.
 */
export function readCsv(text: string): { readonly rows: CsvRow[]; readonly isComplete: boolean } {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  const rows: CsvRow[] = [];
  let [cells, line, rowLine]: [string[], number, number] = [[], 1, 1];
  const endRow = () => {
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ line: rowLine, cells });
    cells = [];
  };
  let isCellDue = false;
  cellPattern.lastIndex = start;
  while (cellPattern.lastIndex < text.length) {
    const match = cellPattern.exec(text);
    if (match === null) {
      rows.push({ line: rowLine, cells });
      return { rows, isComplete: false };
    }
    const [, quoted, plain = "", end] = match;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    line += quoted?.match(/\r\n|\n|\r/g)?.length ?? 0;
    isCellDue = end === ",";
    if (isCellDue) continue;
    line += 1;
    endRow();
    rowLine = line;
  }
  if (isCellDue) cells.push("");
  endRow();
  return { rows, isComplete: true };
}
