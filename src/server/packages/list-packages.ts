// Lists the own packages.
import type { Package } from "#contract/packages.ts";
import type { SignedInContext } from "#server/context.ts";
import { countPackages, selectShipments } from "./store.ts";

type PackagesPage = {
  items: Package[];
  total: number;
  counts: { all: number; active: number; delivered: number };
};

/** One page of the own packages under a tab, newest first; also for those whose plan has ended. */
export async function listPackages(
  context: SignedInContext,
  input: {
    readonly tab: "all" | "active" | "delivered";
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<PackagesPage> {
  const userId = context.session.person.id;
  const { tab, page, pageSize } = input;
  const [{ items, total }, counts] = await Promise.all([
    selectShipments(
      context.db,
      { userId, tab, status: "all", search: "" },
      { offset: (page - 1) * pageSize, limit: pageSize },
    ),
    countPackages(context.db, userId),
  ]);
  return { items, total, counts };
}
