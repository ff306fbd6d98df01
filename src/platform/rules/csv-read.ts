// Our own reader: the maintained ones (csv-parse, Papa Parse) read in parts only by streams of Node, which rules do not have, weigh
// 6 to 22 KB in browsers, and do not read line ends of several kinds in one file.
/** A row with the line of the file on which it begins, from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

/** Where a file cannot be read on: a quote is not closed or stands inside a cell, or a row is longer than accepted. */
export type CsvFault = {
  readonly line: number;
  readonly kind: "quote_not_closed" | "row_too_long";
};

type RowReader = {
  /** The rows that end within the next part of the text; none after a fault. */
  readonly read: (part: string) => CsvRow[];
  /** The last row, where the text does not end with a line end. */
  readonly end: () => CsvRow[];
  readonly fault: () => CsvFault | null;
};

export type CsvRowReader = RowReader & {
  /** What stands between cells; null before the first row was read. */
  readonly separator: () => CsvSeparator | null;
};

/** Spreadsheets write one of these between cells, by their country. */
const separators = [",", ";", "\t"] as const;
export type CsvSeparator = (typeof separators)[number];

/** A cell in quotes or a plain one, and what ends it. */
function cellPatternOf(separator: CsvSeparator): RegExp {
  return new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`,
    "y",
  );
}

/** Whether a next part of the text may continue what was matched, or not matched, from `start` to `end`. */
function isUnfinished(
  text: string,
  match: RegExpExecArray | null,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  if (match === null) return text[start] === '"';
  return end === text.length && (match[3] === "" || match[3] === "\r");
}

const separatorLine = /^"?sep=([,;\t])"?(?:\r\n|\n|\r|$)/i;

/** The separator of a file by its first line with words: the one that a line `sep=` names, or else the most frequent. */
function separatorOf(text: string): CsvSeparator {
  const named = separatorLine.exec(text)?.[1];
  const [line = ""] = /[^\r\n]+/.exec(text) ?? [];
  const unquoted = line.replaceAll(/"[^"]*"?/g, "");
  const counts = separators.map((one) => [one, unquoted.split(one).length] as const);
  const [best = [","] as const] = counts.toSorted(([, one], [, other]) => other - one);
  return separators.find((one) => one === named) ?? best[0];
}

/** What stands between cells, and the length of a line that names it; null while the first line with words is not whole. */
function chosenSeparator(
  text: string,
  isWhole: boolean,
): { readonly separator: CsvSeparator; readonly namedBy: number } | null {
  if (!isWhole && !/[^\r\n][\r\n]./s.test(text)) return null;
  return { separator: separatorOf(text), namedBy: separatorLine.exec(text)?.[0].length ?? 0 };
}

function filledCount(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== "") + 1;
}

/** Takes off the empty columns at the end that spreadsheets add to the first row and every other; null for an empty row. */
function createTrimming(): (cells: readonly string[]) => readonly string[] | null {
  let [all, named] = [0, 0];
  return (cells) => {
    const filled = filledCount(cells);
    if (filled === 0) return null;
    if (all === 0) [all, named] = [cells.length, filled];
    return cells.length > all ? cells : cells.slice(0, Math.max(filled, named));
  };
}

function createRowReader(
  separator: CsvSeparator,
  { firstLine, rowCharacters }: { readonly firstLine: number; readonly rowCharacters: number },
): RowReader {
  const cellPattern = cellPatternOf(separator);
  let text = "";
  let cells: string[] = [];
  let [characters, line, rowLine] = [0, firstLine, firstLine];
  let isCellDue = false;
  let fault: CsvFault | null = null;
  const trimmed = createTrimming();

  const takeRow = (rows: CsvRow[]) => {
    const kept = trimmed(cells);
    if (kept !== null) rows.push({ line: rowLine, cells: kept });
    [cells, characters, rowLine] = [[], 0, line];
  };

  const takeCell = (match: RegExpExecArray, rows: CsvRow[]) => {
    const [whole, quoted, plain = "", end] = match;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    characters += whole.length;
    line += quoted?.match(/\r\n|\n|\r/g)?.length ?? 0;
    isCellDue = end === separator;
    if (characters > rowCharacters) fault = { line: rowLine, kind: "row_too_long" };
    if (!isCellDue) {
      line += 1;
      takeRow(rows);
    }
  };

  const readRows = (isLast: boolean): CsvRow[] => {
    const rows: CsvRow[] = [];
    let start = 0;
    while (start < text.length && fault === null) {
      cellPattern.lastIndex = start;
      const match = cellPattern.exec(text);
      const end = cellPattern.lastIndex;
      if (!isLast && isUnfinished(text, match, { start, end })) break;
      if (match === null) {
        fault = { line: rowLine, kind: "quote_not_closed" };
        break;
      }
      start = cellPattern.lastIndex;
      takeCell(match, rows);
    }
    text = text.slice(start);
    if (characters + text.length > rowCharacters) {
      fault ??= { line: rowLine, kind: text.startsWith('"') ? "quote_not_closed" : "row_too_long" };
    }
    return rows;
  };

  return {
    read(part) {
      if (fault !== null || part === "") return [];
      text += part;
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

/**
 * Reads the rows of a CSV file as RFC 4180 describes it, also with semicolons or tabs between its cells, without empty
 * rows, columns that are empty beyond the first row, a line `sep=` and a byte-order mark. The text may come in any parts, of
 * which only an unfinished row is kept.
 * @param rowCharacters the longest row that is accepted.
 */
export function createCsvRowReader(rowCharacters = Infinity): CsvRowReader {
  let [beginning, hasBegun] = ["", false];
  let separator: CsvSeparator | null = null;
  let reader: RowReader | null = null;
  const begin = (isWhole: boolean): CsvRow[] => {
    const chosen = chosenSeparator(beginning, isWhole || beginning.length > rowCharacters);
    if (chosen === null) return [];
    ({ separator } = chosen);
    const firstLine = chosen.namedBy > 0 ? 2 : 1;
    reader = createRowReader(separator, { firstLine, rowCharacters });
    return reader.read(beginning.slice(chosen.namedBy));
  };
  return {
    read(part) {
      const text = hasBegun || !part.startsWith("\uFEFF") ? part : part.slice(1);
      hasBegun ||= part !== "";
      if (reader !== null) return reader.read(text);
      beginning += text;
      return begin(false);
    },
    end() {
      const first = reader === null ? begin(true) : [];
      return [...first, ...(reader?.end() ?? [])];
    },
    fault: () => reader?.fault() ?? null,
    separator: () => separator,
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
