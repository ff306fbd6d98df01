// Shows staff the errors of server and browsers, those of a kind together.
import type { ErrorGroup } from "#contract/error-reports.ts";
import type { SignedInContext } from "#server/context.ts";
import { describeErrorGroup } from "./describe-error-group.ts";
import { selectErrorGroups } from "./error-queries.ts";

/** One page of kinds, seen last first, and how many are open at all. */
export async function listErrors(
  { db }: SignedInContext,
  input: {
    readonly state: "open" | "resolved" | "all";
    readonly source: "all" | "server" | "browser";
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: ErrorGroup[]; total: number; openCount: number }> {
  const { page, pageSize, ...asked } = input;
  const { items, ...counts } = await selectErrorGroups(db, {
    ...asked,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return { ...counts, items: items.map(describeErrorGroup) };
}
