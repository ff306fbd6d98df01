// Lists everybody's packages for staff.
import type { Shipment } from "#contract/packages.ts";
import type { PackageStatus } from "#core/package-status.ts";
import type { SignedInContext } from "#server/context.ts";
import { countPackages, selectShipments } from "./store.ts";

type ShipmentsPage = {
  items: Shipment[];
  total: number;
  counts: { all: number; active: number; delivered: number };
};

/**
 * One page of the packages that match tab, status and search (part of a tracking number or email, in any case),
 * newest first. `total` counts those; `counts` counts all packages there are, whatever is searched for.
 */
export async function listShipments(
  context: SignedInContext,
  input: {
    readonly tab: "all" | "active" | "delivered";
    readonly status: PackageStatus | "all";
    readonly search: string;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<ShipmentsPage> {
  const { tab, status, search, page, pageSize } = input;
  const [{ items, total }, counts] = await Promise.all([
    selectShipments(
      context.db,
      { userId: null, tab, status, search },
      { offset: (page - 1) * pageSize, limit: pageSize },
    ),
    countPackages(context.db, null),
  ]);
  return { items, total, counts };
}
