import type { UserDetails } from "#office/contract/admin-users.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { OwnerContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { readSubscriptionOf } from "#money/server/plans/read-subscription.ts";
import { readGrantedRoles } from "#people/server/users/staff-roles/staff-roles.ts";
import { findUser, lockProfile } from "./user-queries.ts";

/** All that staff see of one account. Throws `not_found`. */
export async function getUserDetails(db: Db, userId: string): Promise<UserDetails> {
  const user = await findUser(db, userId);
  if (user === undefined) throw apiError("not_found");
  return {
    ...user,
    grantedRoles: await readGrantedRoles(db, userId),
    plan: await readSubscriptionOf(db, userId),
  };
}

/**
 * The same, with the account locked until the transaction ends, for a change of this kind. Throws `not_found`, and
 * `own_account` where staff act on their own.
 */
export async function lockUserDetails(
  { actsOn }: OwnerContext,
  db: Db,
  userId: string,
  kind: "account" | "role" = "account",
): Promise<UserDetails> {
  if (!(await lockProfile(db, userId))) throw apiError("not_found");
  await actsOn(db, kind, userId);
  return await getUserDetails(db, userId);
}
