import { apiError } from "#platform/contract/errors.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { UserOrder, UserState, SortDirection } from "#platform/rules/list-page.ts";
import type { SignedInContext, AppServices, OwnerContext } from "#platform/server/context.ts";
import {
  isMoneyState,
  listUserRows,
  type UserList,
  aggregateCountChanges,
  findUser,
  lockProfile,
} from "./user-queries.ts";
import type { UserDetails, User } from "#office/contract/admin-users.ts";
import type { Person } from "#platform/contract/session.ts";
import type { Db } from "#platform/server/db/open.ts";
import { readSubscriptionOf } from "#money/server/plans/plan-state.ts";
import { readGrantedRoles } from "#people/server/users/admins.ts";

/**
 * One page of users; `search` matches any part of a name or email in any case and width, or a whole member code, and finds
 * the newest 1,000 at most. Throws `forbidden` where a reader who does not see wallets would learn about them from which
 * users are listed, or in which order.
 */
export async function listUsers(
  { db, session }: SignedInContext,
  input: {
    readonly search: string;
    readonly state: UserState;
    readonly order: UserOrder;
    readonly direction: SortDirection;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<UserList> {
  const { page, pageSize, ...query } = input;
  const { person } = session;
  const isAboutMoney = isMoneyState(input.state) || input.order === "walletBalance";
  if (isAboutMoney && !mayUse(person, roleAccess.money)) throw apiError("forbidden");
  const offset = (page - 1) * pageSize;
  const list = await listUserRows(db, { ...query, offset, limit: pageSize });
  return { ...list, items: list.items.map((user) => describeUser(person, user)) };
}

/** One account with its plan, as far as the reader may see it. Throws `not_found`. */
export async function readUser(
  { db, session }: SignedInContext,
  input: { readonly userId: string },
): Promise<UserDetails> {
  return describeUser(session.person, await getUserDetails(db, input.userId));
}

const batchSize = 50_000;

/**
 * Recurring job: adds the changes that triggers have recorded to the counts of accounts, so that summing them stays
 * fast. Readers see the same sums before, during and after it. Returns how many changes it added.
 */
export async function aggregateProfileCounts({ db }: Pick<AppServices, "db">): Promise<number> {
  let aggregated = 0;
  for (;;) {
    const count = await aggregateCountChanges(db, batchSize);
    aggregated += count;
    if (count < batchSize) return aggregated;
  }
}

/** The account as this member of staff may see it: without money for those who do not see wallets. */
function describeUser<Stored extends User>(person: Person, user: Stored): Stored {
  if (mayUse(person, roleAccess.money)) return user;
  return { ...user, walletBalanceCents: null, heldCents: null };
}

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
