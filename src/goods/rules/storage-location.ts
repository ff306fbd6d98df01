import { plainText } from "#platform/rules/normalize-text.ts";

/** How many storage locations a warehouse can have. */
export const maxStorageLocations = 5_000;

/** How many storage locations one request enters. */
export const maxStorageLocationsAtOnce = 200;

/** How many labels of storage locations one file has. */
export const maxStorageLocationLabels = 100;

/** What the label of a storage location says to a scanner, before its code. */
export const storageLocationScanPrefix = "SHELF:";

/** A line that is no code or range; `too_many`: a range of more codes than allowed. */
export type CodeLineError = {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  readonly reason: "not_a_code" | "not_a_range" | "too_many";
};

type TypedCodes = {
  /** Each once, in the order in which they were typed. */
  readonly codes: readonly string[];
  readonly errors: readonly CodeLineError[];
};

const codePattern = /^[A-Z0-9]+(?:-[A-Z0-9]+)*$/;
const maxCodeLength = 20;

/** A dash alone cannot stand between two codes, since codes have dashes. */
const rangePattern = /^(.+?)\s*(?:…+|\.{2,}|~|→|至|到|\s[-–—]\s|\sTO\s)\s*(.+)$/u;

/** Whether a text is a code, such as A-03-2. */
export function isStorageLocationCode(text: string): boolean {
  return codePattern.test(text) && text.length <= maxCodeLength;
}

/** The values from one part of a code to another: numbers of any width, or single letters; null where they have no order. */
function countParts(from: string, to: string, max: number): string[] | null {
  if (from === to) return [from];
  const first = /^(.*?)(\d{1,9})$/.exec(from);
  const last = /^(.*?)(\d{1,9})$/.exec(to);
  const isLetters = /^[A-Z]$/.test(from) && /^[A-Z]$/.test(to);
  const [prefix = "", digits = ""] = first?.slice(1) ?? [];
  if (!isLetters && (first === null || last === null || last[1] !== prefix)) return null;
  const start = isLetters ? from.charCodeAt(0) : Number(digits);
  const end = isLetters ? to.charCodeAt(0) : Number(last?.[2]);
  if (end < start) return null;
  // One more than allowed is enough to know that there are too many.
  return Array.from({ length: Math.min(end - start, max) + 1 }, (_, at) =>
    isLetters
      ? String.fromCharCode(start + at)
      : prefix + String(start + at).padStart(digits.length, "0"),
  );
}

/** Every code between two, part by part: A-01-1 … A-02-3 has six. */
function countCodes(from: string, to: string, max: number): string[] | null {
  const [first, last] = [from.split("-"), to.split("-")];
  if (first.length !== last.length) return null;
  const parts = first.map((part, at) => countParts(part, last[at] ?? "", max));
  let codes = [""];
  for (const [at, values] of parts.entries()) {
    if (values === null) return null;
    const rest = at === 0 ? "" : "-";
    codes = codes.flatMap((code) => values.map((value) => code + rest + value)).slice(0, max + 1);
  }
  return codes;
}

function readLine(text: string, max: number): readonly string[] | CodeLineError["reason"] {
  const [, from, to] = rangePattern.exec(text) ?? [];
  if (from === undefined || to === undefined) {
    return isStorageLocationCode(text) ? [text] : "not_a_code";
  }
  if (!isStorageLocationCode(from) || !isStorageLocationCode(to)) return "not_a_code";
  const codes = countCodes(from, to, max);
  if (codes === null) return "not_a_range";
  return codes.length > max ? "too_many" : codes;
}

/**
 * Reads lines of codes and ranges, in any case and width; empty lines do not matter.
 * @param max how many codes one range may have.
 */
export function readStorageLocationCodes(text: string, max: number): TypedCodes {
  const codes = new Set<string>();
  const errors: CodeLineError[] = [];
  for (const [at, typed] of text.split("\n").entries()) {
    const line = plainText(typed).trim().toUpperCase();
    if (line === "") continue;
    const read = readLine(line, max);
    if (typeof read === "string") {
      errors.push({ line: at + 1, text: typed.trim(), reason: read });
    } else for (const code of read) codes.add(code);
  }
  return { codes: [...codes], errors };
}
