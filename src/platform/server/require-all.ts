import { apiError } from "#platform/contract/errors.ts";

/** Throws `missing_information` when one of the texts is blank. */
export function requireAll(...texts: readonly string[]): void {
  if (texts.some((text) => text.trim() === "")) throw apiError("missing_information");
}
