// Lists about goods from CSV files: words for goods, words that say too little, and the official codes. Every wrong row is named.
import { factConfidences, type FactConfidence } from "#catalogue/rules/dated-fact.ts";
import { hsCodeDigits, isHsCode } from "./goods-item.ts";
import { goodsHints, stopWordLists, type GoodsHint, type StopWordList } from "./goods-word.ts";
import { languages, type Language } from "#platform/rules/language.ts";
import { readCsv } from "#platform/rules/csv-read.ts";

/** The columns of each list. */
export const goodsListColumns = {
  words: ["term", "language", "hs_code", "description_en", "flags", "source", "source_day"],
  stop_words: ["list", "term", "source", "source_day", "confidence", "valid_from", "valid_until"],
  hs_codes: ["code", "description", "edition", "source"],
} as const;
export type GoodsListName = keyof typeof goodsListColumns;

export const goodsListLimits = {
  characters: 900_000,
  rows: 10_000,
  errors: 100,
  named: 20,
} as const;

/** What is wrong with a row. */
export const goodsListErrorKinds = [
  "wrong_header",
  "no_rows",
  "too_many_rows",
  "quote_not_closed",
  "invalid_cell",
  "repeated",
] as const;

/** `line` is that of the file, from 1; `value` is what is wrong. */
export type GoodsListError = {
  readonly line: number;
  readonly kind: (typeof goodsListErrorKinds)[number];
  readonly value: string;
};

/** A word as a file has it. */
export type WordRow = {
  readonly term: string;
  readonly language: Language;
  readonly hsCode: string;
  readonly descriptionEn: string;
  readonly flags: readonly GoodsHint[];
  readonly source: string;
  readonly sourceDay: string;
};

/** A word that says too little, as a file has it. */
export type StopWordRow = {
  readonly list: StopWordList;
  readonly term: string;
  readonly source: string;
  readonly sourceDay: string;
  readonly confidence: FactConfidence;
  readonly validFrom: string;
  readonly validUntil: string | null;
};

/** An official code, as a file has it. */
export type HsCodeRow = {
  readonly code: string;
  readonly description: string;
  readonly edition: string;
  readonly source: string;
};

export type GoodsListRows = {
  readonly words: WordRow;
  readonly stop_words: StopWordRow;
  readonly hs_codes: HsCodeRow;
};

/** Reads the cells of a row by their column; what is wrong is told, and read as an empty text or the first value. */
function createCells(
  header: readonly string[],
  cells: readonly string[],
  wrong: (value: string) => void,
) {
  const of = (column: string) => (cells[header.indexOf(column)] ?? "").trim();
  const tell = (column: string) => wrong(`${column}: ${of(column).slice(0, 60)}`);
  const text = (column: string, most: number) => {
    const value = of(column);
    if (value === "" || value.length > most) tell(column);
    return value;
  };
  const oneOf = <Value extends string>(column: string, values: readonly Value[]): Value => {
    const found = values.find((value) => value === of(column));
    if (found === undefined) tell(column);
    return found ?? (values[0] as Value);
  };
  const day = (column: string) => {
    const value = of(column);
    const at = Date.parse(`${value}T00:00:00Z`);
    const isDay = Number.isFinite(at) && new Date(at).toISOString().slice(0, 10) === value;
    if (!isDay) tell(column);
    return value;
  };
  const code = (column: string, digits: readonly number[]) => {
    const value = hsCodeDigits(of(column));
    if (!isHsCode(value) || !digits.includes(value.length)) tell(column);
    return value;
  };
  const several = <Value extends string>(column: string, values: readonly Value[]): Value[] => {
    const named = of(column)
      .split(/[\s,;]+/)
      .filter((one) => one !== "");
    const known = values.filter((value) => named.includes(value));
    if (known.length < new Set(named).size) tell(column);
    return known;
  };
  return { of, text, oneOf, day, code, several };
}

type Reader = ReturnType<typeof createCells>;

const readers: { readonly [Name in GoodsListName]: (cells: Reader) => GoodsListRows[Name] } = {
  words: ({ text, oneOf, day, code, several }) => ({
    term: text("term", 60),
    language: oneOf("language", languages),
    hsCode: code("hs_code", [6]),
    descriptionEn: text("description_en", 100),
    flags: several("flags", goodsHints),
    source: text("source", 200),
    sourceDay: day("source_day"),
  }),
  stop_words: ({ of, text, oneOf, day }) => ({
    list: oneOf("list", stopWordLists),
    term: text("term", 60),
    source: text("source", 200),
    sourceDay: day("source_day"),
    confidence: oneOf("confidence", factConfidences),
    validFrom: day("valid_from"),
    validUntil: of("valid_until") === "" ? null : day("valid_until"),
  }),
  hs_codes: ({ text, code }) => ({
    code: code("code", [6, 8, 10]),
    description: text("description", 500),
    edition: text("edition", 40),
    source: text("source", 200),
  }),
};

const keys: { readonly [Name in GoodsListName]: (row: GoodsListRows[Name]) => string } = {
  words: ({ language, term }) => `${language} ${term}`,
  stop_words: ({ list, term, validFrom }) => `${list} ${term} ${validFrom}`,
  hs_codes: ({ code }) => code,
};

/** By which a row of a list is known. */
export function goodsListKey<Name extends GoodsListName>(
  name: Name,
  row: GoodsListRows[Name],
): string {
  return keys[name](row);
}

type Parsed<Name extends GoodsListName> = {
  /** The first ones. */
  readonly errors: readonly GoodsListError[];
  /** Empty when there is any error. */
  readonly rows: readonly GoodsListRows[Name][];
};

/** What is wrong with a file as a whole; null where it can be read row by row. */
function wrongFile(
  name: GoodsListName,
  { rows, fault }: ReturnType<typeof readCsv>,
): GoodsListError | null {
  const [header, ...body] = rows;
  if (fault !== null) return { line: fault.line, kind: "quote_not_closed", value: "" };
  if (header === undefined || body.length === 0) return { line: 1, kind: "no_rows", value: "" };
  const missing = goodsListColumns[name].filter(
    (column) => !headerOf(header.cells).includes(column),
  );
  if (missing.length > 0) {
    return { line: header.line, kind: "wrong_header", value: missing.join(", ") };
  }
  if (body.length > goodsListLimits.rows) {
    return { line: 1, kind: "too_many_rows", value: String(body.length) };
  }
  return null;
}

function headerOf(cells: readonly string[]): string[] {
  return cells.map((cell) =>
    cell
      .replace(/^\uFEFF/, "")
      .trim()
      .toLowerCase(),
  );
}

/** Reads a list from a CSV file with its columns, in any order. With any wrong row, there are no rows. */
export function parseGoodsList<Name extends GoodsListName>(name: Name, text: string): Parsed<Name> {
  const csv = readCsv(text);
  const whole = wrongFile(name, csv);
  if (whole !== null) return { errors: [whole], rows: [] };
  const [header, ...body] = csv.rows;
  const columns = headerOf(header?.cells ?? []);
  const errors: GoodsListError[] = [];
  const seen = new Set<string>();
  const rows = body.map(({ line, cells }) => {
    const before = errors.length;
    const wrong = (value: string) => {
      if (errors.length === before) errors.push({ line, kind: "invalid_cell", value });
    };
    const row = readers[name](createCells(columns, cells, wrong));
    if (errors.length > before) return row;
    const key = goodsListKey(name, row);
    if (seen.has(key)) errors.push({ line, kind: "repeated", value: key.slice(0, 60) });
    seen.add(key);
    return row;
  });
  if (errors.length > 0) return { errors: errors.slice(0, goodsListLimits.errors), rows: [] };
  return { errors, rows };
}
