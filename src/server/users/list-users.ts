// Lists users for staff.
import type { UserOrder, UserState } from "#contract/admin-users.ts";
import type { SignedInContext } from "#server/context.ts";
import { readUsers } from "./user-accounts.ts";

/** One page of users in the order asked for; `search` matches any part of a name or email in any case. */
export async function listUsers(
  context: SignedInContext,
  input: {
    readonly search: string;
    readonly state: UserState;
    readonly order: UserOrder;
    readonly direction: "asc" | "desc";
    readonly page: number;
    readonly pageSize: number;
  },
): ReturnType<typeof readUsers> {
  const { page, pageSize, ...wanted } = input;
  return await readUsers(context.db, {
    ...wanted,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
}
