import type { ListedPackage } from "#goods/contract/packages.ts";
import type { PackageTab } from "#tracking/rules/package-status.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listOwnPackages, type TabCounts } from "./list-queries.ts";
import { withThumbnails } from "./thumbnails.ts";

/**
 * One page of the own packages that match tab and search (part of a number of the package or its legs, in groups or
 * not, of the description or of the recipient's name, in any case), newest first; also for customers whose plan has ended. `total` counts the
 * matches, at most 1,000 of a search; `counts` counts all packages, whatever the search.
 */
export async function listPackages(
  context: SignedInContext,
  input: {
    readonly tab: PackageTab;
    readonly search: string;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: ListedPackage[]; total: number; counts: TabCounts }> {
  const { tab, search, page, pageSize } = input;
  const { items, ...numbers } = await listOwnPackages(
    context.db,
    context.session.person.id,
    { status: tab, search },
    { offset: (page - 1) * pageSize, limit: pageSize },
  );
  return { items: withThumbnails(context, items), ...numbers };
}
