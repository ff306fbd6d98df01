import { apiError } from "#platform/contract/errors.ts";
import { rateFileLimits } from "#catalogue/rules/rate-import.ts";
import { sentence } from "#platform/server/translate.ts";

/** The error for a file of rates above `rateFileLimits.bytes`. */
export function ratesFileTooLarge(): Error {
  const { bytes: limitBytes, rows } = rateFileLimits;
  return apiError("too_large", { limitBytes, rows }, sentence("errors.ratesFileTooLarge"));
}
