// Removes personal data and secrets from error messages and stacks before they are stored.

import { storableText } from "./stored-text.ts";

export const longestMessage = 2000;
export const longestStack = 8000;
export const longestContext = 8000;

const email = /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[a-z]{2,}/giu;
const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
const query = /([/\w.-])[?#][^\s"')]*?(?=:\d+:\d+|[\s"')]|$)/g;
/** A run of letters and digits too long for a name, such as a token, key or hash; file names are excluded. */
const token = /\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}\b(?!\.(?:m?[jt]sx?|css)\b)/gi;
/** Digits, also in groups, such as a card, phone or tracking number; line and column numbers are shorter. */
const digits = /\d(?:[ -]?\d){6,}/g;

/** `text` without emails, ids, tokens, long numbers, and query strings and fragments of addresses. */
export function scrubbed(text: string): string {
  return text
    .replaceAll(email, "[email]")
    .replaceAll(query, "$1")
    .replaceAll(uuid, "[id]")
    .replaceAll(token, "[secret]")
    .replaceAll(digits, "[number]");
}

const frame = /^\s*at\s|@.*:\d+:\d+$/;

/** The first stack line with a code location, in the formats of all browsers; null when there is none. */
export function placeOf(stack: string | null): string | null {
  const line = stack?.split("\n").find((one) => frame.test(one));
  return line === undefined ? null : storableText(line.trim(), 300);
}

/** A key that errors of one kind share: source, message with numbers replaced, and place. */
export function kindOfError(error: {
  readonly source: string;
  readonly errorMessage: string;
  readonly place: string | null;
}): string {
  return [error.source, error.errorMessage.replaceAll(/\d+/g, "0"), error.place ?? ""].join("\n");
}
