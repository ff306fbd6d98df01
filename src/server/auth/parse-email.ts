// Reads the email address and other required texts that people give at the doors.
import * as z from "zod";
import { apiError } from "#contract/errors.ts";

const emailAddress = z.email();

/** The address in lower case. Refuses an empty one with `missing_information`, another text with `invalid_email`. */
export function parseEmail(email: string): string {
  requireAll(email);
  if (!emailAddress.safeParse(email).success) throw apiError("invalid_email");
  return email.toLowerCase();
}

/** Refuses with `missing_information` unless every text has something in it. */
export function requireAll(...texts: readonly string[]): void {
  if (texts.some((text) => text.trim() === "")) throw apiError("missing_information");
}
