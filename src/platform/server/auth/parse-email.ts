import * as z from "zod";
import { apiError } from "#platform/contract/errors.ts";
import { requireAll } from "#platform/server/require-all.ts";

const emailAddress = z.email();

/** The address in lower case. Throws `missing_information` when it is empty, `invalid_email` when it is no address. */
export function parseEmail(email: string): string {
  requireAll(email);
  if (!emailAddress.safeParse(email).success) throw apiError("invalid_email");
  return email.toLowerCase();
}
