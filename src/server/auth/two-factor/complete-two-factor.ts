// Finishes a sign-in with the code of the second factor.
import { apiError } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import { openSessionFor } from "#server/auth/sign-in-or-challenge.ts";
import { clearChallengeCookie, tryChallenge } from "./challenge.ts";
import { inputCode } from "./use-code.ts";

/**
 * Opens the session that signing in held back, for a code of the app or a backup code; either works once.
 * Refusals: `invalid_code` (neither six digits nor a backup code; it costs no try), `wrong_code` with
 * `triesLeft`, `challenge_expired` (no sign-in is waiting in this browser, its ten minutes are over or its five
 * tries used, or who signed in to the office is staff no more), `too_many_requests`.
 */
export async function completeTwoFactor(context: Context, input: { readonly code: string }) {
  const given = inputCode(input.code, { mayBeBackup: true });
  const outcome = await tryChallenge(context, given);
  switch (outcome.kind) {
    case "limited":
      throw apiError("too_many_requests");
    case "wrong":
      throw apiError("wrong_code", { triesLeft: outcome.triesLeft });
    case "over":
      clearChallengeCookie(context);
      throw apiError("challenge_expired");
    case "met":
      break;
  }
  clearChallengeCookie(context);
  return await openSessionFor(context, outcome.userId);
}
