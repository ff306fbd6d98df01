import type { UserDetails } from "#office/contract/admin-users.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeUser } from "./describe-user.ts";
import { getUserDetails } from "./user-details.ts";

/** One account with its plan, as far as the reader may see it. Throws `not_found`. */
export async function readUser(
  { db, session }: SignedInContext,
  input: { readonly userId: string },
): Promise<UserDetails> {
  return describeUser(session.person, await getUserDetails(db, input.userId));
}
