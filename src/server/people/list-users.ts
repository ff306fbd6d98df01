// Lists users for staff.
import type { User } from "#contract/people.ts";
import type { SignedInContext } from "#server/context.ts";
import { selectUsers } from "./store.ts";

/** One page of users, newest first; `search` matches any part of a name or email in any case. */
export async function listUsers(
  context: SignedInContext,
  input: { readonly search: string; readonly page: number; readonly pageSize: number },
): Promise<{ items: User[]; total: number }> {
  const { items, total } = await selectUsers(context.db, {
    search: input.search,
    offset: (input.page - 1) * input.pageSize,
    limit: input.pageSize,
  });
  return { items: [...items], total };
}
