// Sends the verification letter again.
import type { Context } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { givenEmail } from "./given-email.ts";
import { mayWriteTo, queueVerification } from "./letters-to-people.ts";
import { selectAccount } from "./store.ts";

/**
 * Sends it where there is an unverified account, one a minute at most; the answer is always the same.
 * Refusals: `missing_information`, `invalid_email`.
 */
export async function resendVerification(
  context: Context,
  input: { readonly email: string },
): Promise<Record<string, never>> {
  const email = givenEmail(input.email);
  const mayWrite = await mayWriteTo(context, email);
  const account = await selectAccount(context.db, email);
  if (mayWrite && account?.isVerified === false) {
    await atomically(context.db, async (db) => {
      await queueVerification(context, db, account);
    });
  }
  return {};
}
