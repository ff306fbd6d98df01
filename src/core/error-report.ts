// What may be kept of an error: its words and its place in the code, and nothing of anybody.

export const longestMessage = 2000;
export const longestStack = 8000;

const email = /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[a-z]{2,}/giu;
const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
const query = /([/\w.-])[?#][^\s"')]*?(?=:\d+:\d+|[\s"')]|$)/g;
/** A run of letters and digits too long for a name: a token, a key, a hash; the name of a file is left alone. */
const token = /\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}\b(?!\.(?:m?[jt]sx?|css)\b)/gi;
/** Digits, also in groups, as of a card, a phone or a tracking number; a line and column of code are shorter. */
const digits = /\d(?:[ -]?\d){6,}/g;

/** `text` without emails, ids, tokens, long numbers and what addresses carry behind their path. */
export function scrubbed(text: string): string {
  return text
    .replaceAll(email, "[email]")
    .replaceAll(query, "$1")
    .replaceAll(uuid, "[id]")
    .replaceAll(token, "[secret]")
    .replaceAll(digits, "[number]");
}

const frame = /^\s*at\s|@.*:\d+:\d+$/;

/** The first line of a stack that names a place, in the forms of all browsers; null when there is none. */
export function placeOf(stack: string | null): string | null {
  const line = stack?.split("\n").find((one) => frame.test(one));
  return line?.trim().slice(0, 300) ?? null;
}

/** What errors of one kind share: the same source, message but for its numbers, and place. */
export function kindOfError(error: {
  readonly source: string;
  readonly errorMessage: string;
  readonly place: string | null;
}): string {
  return [error.source, error.errorMessage.replaceAll(/\d+/g, "0"), error.place ?? ""].join("\n");
}
