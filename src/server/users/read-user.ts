// Shows staff one user.
import type { UserDetails } from "#contract/admin-users.ts";
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { readDetails } from "./user-accounts.ts";

/** All that staff see of the account. Refuses `not_found`. */
export async function readUser(
  { db }: SignedInContext,
  input: { readonly userId: string },
): Promise<UserDetails> {
  const details = await readDetails(db, input.userId);
  if (details === null) throw apiError("not_found");
  return details;
}
