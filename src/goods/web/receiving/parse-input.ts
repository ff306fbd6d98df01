// What a line means that was typed or scanned into the field of the receiving desk.
import { formatMemberCode, memberCodeLength, parseMemberCode } from "#people/rules/member-code.ts";
import { receivingLimits } from "#goods/rules/receiving.ts";
import { plainText } from "#platform/rules/normalize-text.ts";
import { storageLocationScanPrefix } from "#goods/rules/storage-location.ts";

/** Letters that act at once in an empty field: battery, condition, list of goods. */
const commandLetters = ["b", "d", "g"] as const;
export type CommandLetter = (typeof commandLetters)[number];

export function isCommandLetter(character: string): character is CommandLetter {
  return commandLetters.some((letter) => letter === character);
}

/** `commands` are letters typed just before a number or a note, or alone and quickly. */
export type DeskLine =
  | { readonly kind: "empty" }
  | { readonly kind: "no_label" }
  | { readonly kind: "commands"; readonly commands: readonly CommandLetter[] }
  | {
      readonly kind: "weight";
      readonly weightGrams: number;
      readonly commands: readonly CommandLetter[];
    }
  | {
      readonly kind: "sides";
      readonly sidesMm: readonly [number, number, number];
      readonly commands: readonly CommandLetter[];
    }
  | { readonly kind: "weight_out_of_range" }
  | { readonly kind: "sides_out_of_range" }
  /** The text as it was typed, since the server says what is wrong with it. */
  | { readonly kind: "member_code"; readonly text: string }
  | {
      readonly kind: "note";
      readonly note: string;
      readonly commands: readonly CommandLetter[];
    }
  /** null: parcels that follow lie in no storage location. */
  | { readonly kind: "storage_location"; readonly code: string | null }
  /** The newest parcel of this desk was received by mistake. */
  | { readonly kind: "undo" }
  | { readonly kind: "choice"; readonly number: number }
  | { readonly kind: "scan"; readonly scan: string };

/** What the desk is waiting for when the line is entered. */
type LineContext = { readonly isOpen: boolean; readonly hasChoices: boolean };

const noLabelLine = "?";
const undoLine = /^u$/i;
/** A code of a shelf as people type it; couriers' numbers are longer and have no dashes like these. */
const typedLocation = /^[A-Z]{1,3}(?:-\d{1,3}){1,3}$/i;
/** Couriers' numbers have no blanks. */
const noteLine = /^n(?:\s+(.*))?$/i;
const leadingCommands = /^([bdg]{1,4})(?=[\d.]|n\s|$)/i;
const weightLine = /^(-?)(\d{0,5})(?:[.,](\d{1,3}))?\s*(kg|g)?$/i;
const sidesLine = /^(-?[\d.,]+)\s*[\sx×*]\s*(-?[\d.,]+)\s*[\sx×*]\s*(-?[\d.,]+)\s*(?:cm)?$/i;
const memberCodeShape = /^[A-Z0-9]{4}-?[A-Z0-9]{3}$/i;

function readWeight(text: string): number | null {
  const [, sign, whole = "", fraction = "", unit = "kg"] = weightLine.exec(text) ?? [];
  if (sign === undefined || (whole === "" && fraction === "")) return null;
  const isGrams = unit.toLowerCase() === "g";
  if (isGrams && fraction !== "") return null;
  const grams = isGrams ? Number(whole) : Number(whole + fraction.padEnd(3, "0"));
  return sign === "-" ? -grams : grams;
}

/** A side in centimetres, with one decimal at most, as millimetres. */
function readSide(text: string): number {
  const match = /^(\d{1,4})(?:[.,](\d))?$/.exec(text);
  return match === null ? Number.NaN : Number(`${match[1]}${match[2] ?? "0"}`);
}

function readSides(text: string): DeskLine | null {
  const match = sidesLine.exec(text);
  if (match === null) return null;
  const [length, width, height] = match.slice(1).map(readSide) as [number, number, number];
  const isInRange = [length, width, height].every(
    (side) => side > 0 && side <= receivingLimits.maxSideMillimeters,
  );
  return isInRange
    ? { kind: "sides", sidesMm: [length, width, height], commands: [] }
    : { kind: "sides_out_of_range" };
}

function readNumbers(text: string): DeskLine | null {
  const sides = readSides(text);
  if (sides !== null) return sides;
  const weightGrams = readWeight(text);
  if (weightGrams === null) return null;
  return weightGrams > 0 && weightGrams <= receivingLimits.maxWeightGrams
    ? { kind: "weight", weightGrams, commands: [] }
    : { kind: "weight_out_of_range" };
}

/** A code with its dash, or one that is right; other texts of seven characters may be waybills. */
function isMemberCode(text: string): boolean {
  if (!memberCodeShape.test(text)) return false;
  return text.includes("-") || parseMemberCode(text).ok;
}

/** Reads a line. Without an open parcel everything but a storage location, `?` and numbers is a scan. */
export function readLine(typed: string, { isOpen, hasChoices }: LineContext): DeskLine {
  const text = plainText(typed).trim();
  if (text === "") return { kind: "empty" };
  if (text.toUpperCase().startsWith(storageLocationScanPrefix)) {
    const code = text.slice(storageLocationScanPrefix.length).trim().toUpperCase();
    return { kind: "storage_location", code: code === "" ? null : code };
  }
  if (typedLocation.test(text)) return { kind: "storage_location", code: text.toUpperCase() };
  if (text === noLabelLine) return { kind: "no_label" };
  if (undoLine.test(text)) return { kind: "undo" };
  if (hasChoices && /^\d$/.test(text)) return { kind: "choice", number: Number(text) };
  const numbers = readNumbers(text);
  if (numbers !== null) return numbers;
  if (!isOpen) return { kind: "scan", scan: text };
  // As it was typed, since a note may have full-width punctuation.
  const note = noteLine.exec(typed.trim());
  if (note !== null) return { kind: "note", note: note[1] ?? "", commands: [] };
  if (isMemberCode(text)) return { kind: "member_code", text };
  return readCommands(typed.trim()) ?? { kind: "scan", scan: text };
}

function readCommands(typed: string): DeskLine | null {
  const text = plainText(typed);
  const letters = leadingCommands.exec(text)?.[1] ?? "";
  const commands = [...letters.toLowerCase()].filter(isCommandLetter);
  if (commands.length === 0) return null;
  const rest = text.slice(letters.length);
  if (rest === "") return { kind: "commands", commands };
  const note = noteLine.exec(typed.slice(letters.length));
  if (note !== null) return { kind: "note", note: note[1] ?? "", commands };
  const numbers = readNumbers(rest);
  if (numbers?.kind === "weight" || numbers?.kind === "sides") return { ...numbers, commands };
  return null;
}

/** A member code as it is shown, or as it was typed where it is none. */
export function memberCodeText(text: string): string {
  const parsed = parseMemberCode(text);
  if (parsed.ok) return formatMemberCode(parsed.code);
  return text.length === memberCodeLength + 1 ? formatMemberCode(text) : text;
}
