// Shows staff one user.
import type { UserDetails } from "#contract/office-people.ts";
import { refusal } from "#contract/problems.ts";
import type { SignedInContext } from "#server/context.ts";
import { readDetails } from "./office/accounts.ts";

/** All that staff see of the account. Refuses `not_found`. */
export async function readUser(
  { db }: SignedInContext,
  input: { readonly userId: string },
): Promise<UserDetails> {
  const details = await readDetails(db, input.userId);
  if (details === null) throw refusal("not_found");
  return details;
}
