import type { Package } from "#contract/packages.ts";
import type { PackageTab } from "#core/package-status.ts";
import type { SignedInContext } from "#server/context.ts";
import { listOwnPackages, type TabCounts } from "./list-queries.ts";

/** One page of the own packages under a tab, newest first; also for customers whose plan has ended. */
export async function listPackages(
  context: SignedInContext,
  input: {
    readonly tab: PackageTab;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: Package[]; total: number; counts: TabCounts }> {
  const { tab, page, pageSize } = input;
  const { items, counts } = await listOwnPackages(context.db, context.session.person.id, tab, {
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return { items, total: counts[tab], counts };
}
