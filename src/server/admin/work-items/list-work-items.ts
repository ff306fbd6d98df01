import type { WorkItem } from "#contract/admin.ts";
import type { WorkItemKind } from "#core/work-item.ts";
import type { SignedInContext } from "#server/context.ts";
import { deadlinesAt } from "./deadlines.ts";
import { countWorkItems, listWorkItemRows } from "./work-item-queries.ts";

/**
 * One page of a kind, oldest first: packages pending for more than 3 days, legs in transit without a change for more
 * than 7, emails that were tried and not sent.
 */
export async function listWorkItems(
  { db, now }: SignedInContext,
  input: { readonly kind: WorkItemKind; readonly page: number; readonly pageSize: number },
): Promise<{ items: WorkItem[]; total: number }> {
  const { kind, page, pageSize } = input;
  const deadlines = deadlinesAt(now());
  const rows = await listWorkItemRows(db, kind, {
    deadlines,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return {
    items: rows.map((row) => ({ ...row, since: row.since.toISOString() })),
    total: await countWorkItems(db, kind, deadlines),
  };
}
