import type { SortDirection, UserOrder, UserState } from "#core/admin-list.ts";
import type { SignedInContext } from "#server/context.ts";
import { listUserRows, type UserList } from "./user-list-queries.ts";

/**
 * One page of users for admins; `search` matches any part of a name or email in any case and width, and finds the newest
 * 1,000 at most.
 */
export async function listUsers(
  { db }: SignedInContext,
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
  return await listUserRows(db, { ...query, offset: (page - 1) * pageSize, limit: pageSize });
}
