import type { ErrorCode } from "#platform/contract/errors.ts";
import { apiErrorCode } from "#ui/web/api.tsx";

/**
 * What an error means for a record. `retry`: the server may accept it later. `account`: not under the session that this
 * browser has now. `refused`: somebody must correct or discard it.
 */
export type SendingError = "retry" | "account" | "refused";

const temporary: readonly ErrorCode[] = ["maintenance", "too_many_requests", "request_aborted"];
const ofAccount: readonly ErrorCode[] = ["signed_out", "forbidden", "two_factor_setup_required"];

export function sendingError(error: unknown): SendingError {
  const code = apiErrorCode(error);
  // Answers of a proxy or of a Wi-Fi sign-in page have no code of the contract, whose codes are in lower case.
  if (code === null || !/^[a-z_]+$/.test(code) || temporary.includes(code)) return "retry";
  return ofAccount.includes(code) ? "account" : "refused";
}
