// Lists the own packages.
import type { Package } from "#contract/packages.ts";
import type { SignedInContext } from "#server/context.ts";
import { selectOwnPackages, type TabCounts } from "./list-queries.ts";

/** One page of the own packages under a tab, newest first; also for those whose plan has ended. */
export async function listPackages(
  context: SignedInContext,
  input: {
    readonly tab: "all" | "active" | "delivered";
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: Package[]; total: number; counts: TabCounts }> {
  const { tab, page, pageSize } = input;
  const { items, counts } = await selectOwnPackages(context.db, context.session.person.id, tab, {
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return { items, total: counts[tab], counts };
}
