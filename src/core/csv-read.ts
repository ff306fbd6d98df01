/** A row with the line of the file on which it begins, from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

/** Where a file cannot be read on: a quote is not closed or stands inside a cell, or a row is longer than accepted. */
export type CsvFault = {
  readonly line: number;
  readonly kind: "quote_not_closed" | "row_too_long";
};

export type CsvRowReader = {
  /** The rows that end within the next part of the text; none after a fault. */
  readonly read: (part: string) => CsvRow[];
  /** The last row, where the text does not end with a line end. */
  readonly end: () => CsvRow[];
  readonly fault: () => CsvFault | null;
};

// A cell in quotes or a plain one, and what ends it.
const cellPattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** Whether a next part of the text may continue what was matched, or not matched, from `start` to its end. */
function isUnfinished(text: string, match: RegExpExecArray | null, start: number): boolean {
  if (match === null) return text[start] === '"';
  const isAtEnd = cellPattern.lastIndex === text.length;
  return isAtEnd && (match[3] === "" || match[3] === "\r");
}

/**
 * Reads the rows of a CSV file as RFC 4180 describes it, without empty ones and without a byte-order mark. The text may come
 * in any parts, of which only an unfinished row is kept.
 * @param rowCharacters the longest row that is accepted.
 */
export function createCsvRowReader(rowCharacters = Infinity): CsvRowReader {
  let [text, cells, characters, line, rowLine]: [string, string[], number, number, number] = [
    "",
    [],
    0,
    1,
    1,
  ];
  let [hasBegun, isCellDue] = [false, false];
  let fault: CsvFault | null = null;

  const takeRow = (rows: CsvRow[]) => {
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ line: rowLine, cells });
    [cells, characters, rowLine] = [[], 0, line];
  };

  const takeCell = (match: RegExpExecArray, rows: CsvRow[]) => {
    const [whole, quoted, plain = "", end] = match;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    characters += whole.length;
    line += quoted?.match(/\r\n|\n|\r/g)?.length ?? 0;
    isCellDue = end === ",";
    if (characters > rowCharacters) fault = { line: rowLine, kind: "row_too_long" };
    if (isCellDue) return;
    line += 1;
    takeRow(rows);
  };

  const readRows = (isLast: boolean): CsvRow[] => {
    const rows: CsvRow[] = [];
    let start = 0;
    while (start < text.length && fault === null) {
      cellPattern.lastIndex = start;
      const match = cellPattern.exec(text);
      if (!isLast && isUnfinished(text, match, start)) break;
      if (match === null) {
        fault = { line: rowLine, kind: "quote_not_closed" };
        break;
      }
      start = cellPattern.lastIndex;
      takeCell(match, rows);
    }
    text = text.slice(start);
    if (fault === null && characters + text.length > rowCharacters) {
      const kind = text.startsWith('"') ? "quote_not_closed" : "row_too_long";
      fault = { line: rowLine, kind };
    }
    return rows;
  };

  return {
    read(part) {
      if (fault !== null || part === "") return [];
      text += hasBegun || !part.startsWith("\uFEFF") ? part : part.slice(1);
      hasBegun = true;
      return readRows(false);
    },
    end() {
      const rows = readRows(true);
      if (fault !== null) return rows;
      if (isCellDue) cells.push("");
      isCellDue = false;
      takeRow(rows);
      return rows;
    },
    fault: () => fault,
  };
}

/** All rows of a text; with a fault those before it. */
export function readCsv(text: string): {
  readonly rows: CsvRow[];
  readonly fault: CsvFault | null;
} {
  const reader = createCsvRowReader();
  const rows = [...reader.read(text), ...reader.end()];
  return { rows, fault: reader.fault() };
}
