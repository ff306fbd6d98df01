import type { UserDetails } from "#contract/admin-users.ts";
import type { SignedInContext } from "#server/context.ts";
import { getUserDetails } from "./user-details.ts";

/** One account with its plan, for admins. Throws `not_found`. */
export async function readUser(
  { db }: SignedInContext,
  input: { readonly userId: string },
): Promise<UserDetails> {
  return await getUserDetails(db, input.userId);
}
