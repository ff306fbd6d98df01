import { apiError } from "#contract/errors.ts";
import { rateFileLimits } from "#core/rate-import.ts";
import { sentence } from "#server/translate.ts";

/** The error for a file of rates above `rateFileLimits.bytes`. */
export function ratesFileTooLarge(): Error {
  const { bytes: limitBytes, rows } = rateFileLimits;
  return apiError("too_large", { limitBytes, rows }, sentence("errors.ratesFileTooLarge"));
}
