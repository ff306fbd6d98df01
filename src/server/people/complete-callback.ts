// Exchanges the token of a verification letter for a session.
import { refusal } from "#contract/problems.ts";
import type { Context } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { useToken } from "#server/tokens/one-time-token.ts";
import { letIn } from "./let-in.ts";
import { updateVerified } from "./store.ts";

/**
 * Uses the token up, marks its person's address as verified and opens a session with its cookie.
 * Refusals: `link_not_valid` (unknown, used, expired), `no_session_established`, `two_factor_required` (a link
 * is no second factor). The link may carry more than the token; nothing else in it is believed.
 */
export async function completeCallback(
  context: Context,
  input: {
    readonly accessToken: string;
    readonly refreshToken?: string | undefined;
    readonly type?: string | undefined;
  },
) {
  const userId = await atomically(context.db, async (db) => {
    const now = context.now();
    const owner = await useToken(db, "verify-email", input.accessToken, now);
    if (owner === null) throw refusal("link_not_valid");
    await updateVerified(db, owner, now);
    return owner;
  });
  return await letIn(context, { userId, isForOffice: false });
}
