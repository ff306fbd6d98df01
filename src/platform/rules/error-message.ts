// A message for any thrown value, since code may throw values that are no errors or errors without a message.
import type { Language } from "./language.ts";
import { storableText } from "./normalize-text.ts";

/**
 * An error that the API returns to its caller. `code` names an entry of the error catalogue, which gives the HTTP status
 * and the message. `details` holds facts such as numbers, limits and names, and nothing secret, since it is sent as it
 * is. `sentence` writes the message in the reader's language where those facts belong into it; null means the
 * catalogue's.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly sentence: ((language: Language) => string) | null;

  constructor(
    code: string,
    details: Readonly<Record<string, unknown>> = {},
    sentence: ((language: Language) => string) | null = null,
  ) {
    super(sentence === null ? code : `${code}: ${sentence("en")}`);
    this.code = code;
    this.details = details;
    this.sentence = sentence;
  }
}

/** How much of a message is stored with what failed. */
export const longestReason = 2000;

/** Describes a value without a message by its type and keys; never by its contents, which may be personal data. */
function describeValue(thrown: unknown): string {
  if (typeof thrown === "function") return "A function was thrown.";
  if (thrown === "") return "An empty text was thrown.";
  if (typeof thrown !== "object" || thrown === null) return `${String(thrown)} was thrown.`;
  if (Array.isArray(thrown)) return "A list was thrown.";
  const names = Object.keys(thrown).slice(0, 10).join(", ");
  return names === "" ? "An empty object was thrown." : `An object with ${names} was thrown.`;
}

function readMessage(thrown: unknown): string {
  if (typeof thrown === "string" && thrown !== "") return thrown;
  if (typeof thrown !== "object" || thrown === null) return describeValue(thrown);
  if ("message" in thrown && typeof thrown.message === "string" && thrown.message !== "")
    return thrown.message;
  if (thrown instanceof AggregateError && thrown.errors.length > 0)
    return [...new Set(thrown.errors.slice(0, 5).map(messageOf))].join("; ");
  return thrown instanceof Error ? thrown.name : describeValue(thrown);
}

/** One line about `thrown`, an error or not; it never throws itself. */
export function messageOf(thrown: unknown): string {
  try {
    return readMessage(thrown);
  } catch {
    return "Something was thrown that cannot be read.";
  }
}

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
