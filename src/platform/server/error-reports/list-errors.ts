import type { ErrorSource, ErrorState } from "#platform/rules/admin-list.ts";
import type { ErrorGroup } from "#platform/contract/error-reports.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeErrorGroup } from "./describe-error-group.ts";
import { listErrorGroups } from "./error-queries.ts";

/** One page of error groups, seen last first, and how many are open whatever the filter. */
export async function listErrors(
  { db }: SignedInContext,
  input: {
    readonly state: ErrorState;
    readonly source: ErrorSource;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: ErrorGroup[]; total: number; openCount: number }> {
  const { page, pageSize, ...filter } = input;
  const { items, ...counts } = await listErrorGroups(db, {
    ...filter,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return { ...counts, items: items.map(describeErrorGroup) };
}
