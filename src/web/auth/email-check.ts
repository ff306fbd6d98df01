import { errorCatalogue } from "#contract/errors.ts";

/** The error message for an email address, undefined if it looks valid; the server validates it fully. */
export function emailError(email: string): string | undefined {
  const trimmed = email.trim();
  if (trimmed === "") return "Please enter your email address.";
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(trimmed)
    ? undefined
    : errorCatalogue.invalid_email.message;
}
