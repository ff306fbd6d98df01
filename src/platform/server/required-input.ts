import { apiError } from "#platform/contract/errors.ts";
import * as z from "zod";

/** Throws `missing_information` when one of the texts is blank. */
export function requireAll(...texts: readonly string[]): void {
  if (texts.some((text) => text.trim() === "")) throw apiError("missing_information");
}

const emailAddress = z.email();

/** The address in lower case. Throws `missing_information` when it is empty, `invalid_email` when it is no address. */
export function parseEmail(email: string): string {
  requireAll(email);
  if (!emailAddress.safeParse(email).success) throw apiError("invalid_email");
  return email.toLowerCase();
}
