// Rules about goods from a CSV file: every wrong row is named.
import { createCsvRowReader, type CsvRow } from "#platform/rules/csv-read.ts";
import type { NamesByLanguage } from "#platform/rules/language.ts";
import { normalizeLine } from "#platform/rules/normalize-text.ts";
import { countryByCode } from "./country.ts";
import { factConfidences, type FactConfidence } from "./dated-fact.ts";
import { goodsAnswers, goodsRuleLimits, ruledFlags, type GoodsRule } from "./goods-rule.ts";
import { serviceModes } from "./shipping-service.ts";

/** The columns in their order; empty ones of a scope mean any. */
export const goodsRuleColumns = [
  "goods",
  "service",
  "carrier",
  "mode",
  "country",
  "answer",
  "needs_proof",
  "text_en",
  "text_zh_hant_hk",
  "text_zh_hans",
  "source",
  "source_day",
  "confidence",
] as const;

/** What is wrong with a row. */
export const goodsRuleErrorKinds = [
  "unknown_encoding",
  "wrong_header",
  "no_rows",
  "too_many_rows",
  "row_too_long",
  "quote_not_closed",
  "wrong_number_of_cells",
  "formula",
  "unknown_goods",
  "unknown_service",
  "unknown_carrier",
  "unknown_mode",
  "unknown_country",
  "unknown_answer",
  "unknown_confidence",
  "invalid_day",
  "source_missing",
  "text_too_long",
  "rule_twice",
] as const;
type GoodsRuleErrorKind = (typeof goodsRuleErrorKinds)[number];

/** `line` is that of the file, from 1. */
type GoodsRuleError = {
  readonly line: number;
  readonly kind: GoodsRuleErrorKind;
  readonly value: string;
};

/** A rule as a file has it. */
export type GoodsRuleOfFile = Omit<GoodsRule, "id" | "text"> & {
  readonly texts: NamesByLanguage;
  readonly confidence: FactConfidence;
};

/** What a file may name. */
type Known = { readonly services: ReadonlySet<string>; readonly carriers: ReadonlySet<string> };

const rowCharacters = 4_000;
const mostErrors = 200;

type Read = { readonly rules: GoodsRuleOfFile[]; readonly errors: GoodsRuleError[] };

/** A file whose encoding cannot be read. */
export const unreadGoodsRules: Read = {
  rules: [],
  errors: [{ line: 1, kind: "unknown_encoding", value: "" }],
};

/** Whether a text is a day of the calendar, such as 2026-11-01. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

type Wrong = (kind: GoodsRuleErrorKind, value: string) => void;

function oneOf<Value extends string>(
  values: readonly Value[],
  cell: string,
  kind: GoodsRuleErrorKind,
  wrong: Wrong,
): Value | null {
  if (cell === "") return null;
  const found = values.find((value) => value === cell);
  if (found === undefined) wrong(kind, cell);
  return found ?? null;
}

function readRow({ cells }: CsvRow, known: Known, wrong: Wrong): GoodsRuleOfFile | null {
  const [goods = "", service = "", carrier = "", mode = "", country = "", ...others] = cells;
  const [answer = "", needsProof = "", en = "", hant = "", hans = "", ...facts] = others;
  const [source = "", sourceDay = "", confidence = ""] = facts;
  if (cells.some((cell) => /^[=+@\t]/.test(cell))) wrong("formula", goods);
  const flag = oneOf(ruledFlags, goods, "unknown_goods", wrong);
  if (goods === "") wrong("unknown_goods", goods);
  if (service !== "" && !known.services.has(service)) wrong("unknown_service", service);
  if (carrier !== "" && !known.carriers.has(carrier)) wrong("unknown_carrier", carrier);
  const countryCode = country === "" ? null : (countryByCode(country)?.code ?? null);
  if (country !== "" && countryCode === null) wrong("unknown_country", country);
  const said = oneOf(goodsAnswers, answer, "unknown_answer", wrong);
  if (answer === "") wrong("unknown_answer", answer);
  const isProofAsked = needsProof === "yes" && said === "limited";
  if (source === "") wrong("source_missing", goods);
  if (!isDay(sourceDay)) wrong("invalid_day", sourceDay);
  const sure = oneOf(factConfidences, confidence, "unknown_confidence", wrong);
  const isLong = [en, hant, hans].some(({ length }) => length > goodsRuleLimits.textCharacters);
  if (isLong || source.length > goodsRuleLimits.sourceCharacters) wrong("text_too_long", goods);
  if (flag === null || said === null) return null;
  return {
    flag,
    serviceCode: service === "" ? null : service,
    carrierCode: carrier === "" ? null : carrier,
    mode: oneOf(serviceModes, mode, "unknown_mode", wrong),
    countryCode,
    answer: said,
    needsProof: isProofAsked,
    texts: { en, "zh-Hant-HK": hant, "zh-Hans": hans },
    source,
    sourceDay,
    confidence: sure ?? "single",
  };
}

/** Reads the whole text of a file; with any error there are no rules. */
export function readGoodsRuleFile(text: string, known: Known): Read {
  const errors: GoodsRuleError[] = [];
  const reader = createCsvRowReader(rowCharacters);
  const [header, ...rows] = [...reader.read(text), ...reader.end()];
  const fault = reader.fault();
  if (fault !== null) return { rules: [], errors: [{ ...fault, value: "" }] };
  const names = header?.cells.map((cell) => normalizeLine(cell).toLowerCase()) ?? [];
  if (names.join() !== goodsRuleColumns.join()) {
    return { rules: [], errors: [{ line: 1, kind: "wrong_header", value: names.join(", ") }] };
  }
  if (rows.length === 0) return { rules: [], errors: [{ line: 1, kind: "no_rows", value: "" }] };
  if (rows.length > goodsRuleLimits.rows) {
    const { line = 1 } = rows[goodsRuleLimits.rows] ?? {};
    return { rules: [], errors: [{ line, kind: "too_many_rows", value: "" }] };
  }
  const seen = new Set<string>();
  const rules = rows.flatMap((row): GoodsRuleOfFile[] => {
    const { line } = row;
    const cells = row.cells.map(normalizeLine);
    const wrong: Wrong = (kind, value) => errors.push({ line, kind, value: value.slice(0, 100) });
    if (cells.length !== goodsRuleColumns.length) {
      wrong("wrong_number_of_cells", String(cells.length));
      return [];
    }
    const rule = readRow({ line, cells }, known, wrong);
    const key = cells.slice(0, 5).join();
    if (seen.has(key)) wrong("rule_twice", cells[0] ?? "");
    seen.add(key);
    return rule === null ? [] : [rule];
  });
  return { rules: errors.length > 0 ? [] : rules, errors: errors.slice(0, mostErrors) };
}
