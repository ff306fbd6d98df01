// Finishes a sign-in with the code of the second factor.
import { refusal } from "#contract/problems.ts";
import type { Context } from "#server/context.ts";
import { openSessionFor } from "./let-in.ts";
import { forgetChallengeCookie, tryChallenge } from "./two-factor/challenge.ts";
import { givenCode } from "./two-factor/use-code.ts";

/**
 * Opens the session that signing in held back, for a code of the app or a backup code; either works once.
 * Refusals: `invalid_code` (neither six digits nor a backup code; it costs no try), `wrong_code` with
 * `triesLeft`, `challenge_over` (no sign-in is waiting in this browser, its ten minutes are over or its five
 * tries used, or who signed in to the office is staff no more), `too_many_requests`.
 */
export async function completeTwoFactor(context: Context, input: { readonly code: string }) {
  const given = givenCode(input.code, { mayBeBackup: true });
  const outcome = await tryChallenge(context, given);
  switch (outcome.kind) {
    case "limited":
      throw refusal("too_many_requests");
    case "wrong":
      throw refusal("wrong_code", { triesLeft: outcome.triesLeft });
    case "over":
      forgetChallengeCookie(context);
      throw refusal("challenge_over");
    case "met":
      break;
  }
  forgetChallengeCookie(context);
  return await openSessionFor(context, outcome.userId);
}
