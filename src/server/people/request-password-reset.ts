// Sends the letter with which somebody who forgot the password chooses a new one.
import type { Context } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { givenEmail } from "./given-email.ts";
import { mayWriteTo, queueReset } from "./letters-to-people.ts";
import { selectAccount } from "./store.ts";

/**
 * Sends it where there is an account, one a minute at most; the answer is always the same.
 * Refusals: `missing_information`, `invalid_email`.
 */
export async function requestPasswordReset(
  context: Context,
  input: { readonly email: string },
): Promise<Record<string, never>> {
  const email = givenEmail(input.email);
  const mayWrite = await mayWriteTo(context, email);
  const account = await selectAccount(context.db, email);
  if (mayWrite && account !== undefined) {
    await atomically(context.db, async (db) => {
      await queueReset(context, db, account);
    });
  }
  return {};
}
