// Shows staff with which packages, legs or letters nothing happens.
import type { WorkItemKind, WorkItem } from "#contract/admin.ts";
import type { SignedInContext } from "#server/context.ts";
import { listWorkItemRows } from "./work-item-queries.ts";
import { deadlinesAt } from "./count-work.ts";

/**
 * One page of a kind, longest first: packages pending for more than 3 days, legs in transit of which nothing was
 * heard for more than 7, letters that were tried and did not go.
 */
export async function listWorkItems(
  { db, now }: SignedInContext,
  input: { readonly kind: WorkItemKind; readonly page: number; readonly pageSize: number },
): Promise<{ items: WorkItem[]; total: number }> {
  const { kind, page, pageSize } = input;
  const { items, total } = await listWorkItemRows(db, kind, {
    deadlines: deadlinesAt(now()),
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return {
    items: items.map((item) => ({ ...item, since: item.since.toISOString() })),
    total,
  };
}
