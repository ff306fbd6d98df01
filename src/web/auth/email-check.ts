/** Whether an email field holds something to send; the server judges the rest. */
import { errorCatalogue } from "#contract/errors.ts";

/** The sentence for what is wrong with a typed address, or nothing where it looks like one. */
export function emailError(email: string): string | undefined {
  const typed = email.trim();
  if (typed === "") return "Please enter your email address.";
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed)
    ? undefined
    : errorCatalogue.invalid_email.message;
}
