import type { Session } from "#platform/contract/session.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Context } from "#platform/server/context.ts";
import { openSessionFor } from "#people/server/auth/sign-in-or-challenge.ts";
import { clearChallengeCookie, tryChallenge } from "./challenge.ts";
import { parseCode } from "./use-code.ts";

/**
 * Completes a sign-in with a code of the authenticator app or a backup code; each works once. Throws `invalid_code`
 * (neither six digits nor a backup code; this uses up no try), `wrong_code` with `triesLeft`, `challenge_expired` (no
 * sign-in is waiting in this browser, its ten minutes are over, its five tries are used, or it is for the admin area
 * and the user is no longer an admin), `account_suspended` and `too_many_requests`.
 */
export async function completeTwoFactor(
  context: Context,
  input: { readonly code: string },
): Promise<Session> {
  const code = parseCode(input.code, { mayBeBackup: true });
  const outcome = await tryChallenge(context, code);
  switch (outcome.kind) {
    case "wrong":
      throw apiError("wrong_code", { triesLeft: outcome.triesLeft });
    case "expired":
      clearChallengeCookie(context);
      throw apiError("challenge_expired");
    case "passed":
      break;
  }
  clearChallengeCookie(context);
  return await openSessionFor(context, outcome.userId, { withCode: true });
}
