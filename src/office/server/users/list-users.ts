import { apiError } from "#platform/contract/errors.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { UserOrder, UserState } from "#platform/rules/admin-list.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeUser } from "./describe-user.ts";
import { isMoneyState, listUserRows, type UserList } from "./user-list-queries.ts";
import type { SortDirection } from "#platform/rules/list-page.ts";

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
