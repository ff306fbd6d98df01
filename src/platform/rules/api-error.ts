import type { Language } from "./language.ts";

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
