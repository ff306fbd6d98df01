import type { ListedShipment } from "#goods/contract/packages.ts";
import type { PackageStatus, PackageTab } from "#tracking/rules/package-status.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeShipment, seesContacts } from "#goods/server/packages/describe-shipment.ts";
import {
  countByStatus,
  countInWeek,
  searchShipments,
  listShipmentsPage,
  type TabCounts,
} from "./list-queries.ts";
import { withThumbnails } from "./thumbnails.ts";
import { statusFilter, type ShipmentFilter, type StatusFilter } from "./status-filter.ts";

type ShipmentsPage = { items: ListedShipment[]; total: number; counts: TabCounts };

type Counts = TabCounts & { readonly byStatus: ReadonlyMap<PackageStatus, number> };

async function getCounts({ db }: SignedInContext): Promise<Counts> {
  const byStatus = await countByStatus(db);
  const all = [...byStatus.values()].reduce((sum, count) => sum + count, 0);
  const delivered = byStatus.get("delivered") ?? 0;
  return { all, active: all - delivered, delivered, byStatus };
}

function totalOf(filter: StatusFilter, counts: Counts): number {
  if (filter === "all" || filter === "active") return counts[filter];
  return counts.byStatus.get(filter) ?? 0;
}

/**
 * One page of the packages that match tab, status, week and search (part of a tracking number, in groups or not, or,
 * for readers who see them, of the customer's name or email, in any case), newest first. `weekStartsOn` selects those added in the seven UTC days from that day on.
 * `total` counts the matches, at most 1,000 of a search; `counts` counts all packages, whatever the filter.
 */
export async function listShipments(
  context: SignedInContext,
  input: {
    readonly tab: PackageTab;
    readonly status: PackageStatus | "all";
    readonly weekStartsOn: string | null;
    readonly search: string;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<ShipmentsPage> {
  const { db } = context;
  const { person } = context.session;
  const includesCustomers = seesContacts(person);
  const { search, pageSize, weekStartsOn } = input;
  const status = statusFilter(input.tab, input.status);
  const page = { offset: (input.page - 1) * pageSize, limit: pageSize };
  const counting = getCounts(context);
  const find = async (filter: ShipmentFilter) => {
    if (search !== "") {
      return await searchShipments(db, filter, { search, includesCustomers }, page);
    }
    const [items, total] = await Promise.all([
      listShipmentsPage(db, filter, page),
      weekStartsOn === null
        ? counting.then((counts) => totalOf(filter.status, counts))
        : countInWeek(db, filter.status, weekStartsOn),
    ]);
    return { items, total };
  };
  const [{ all, active, delivered }, found] = await Promise.all([
    counting,
    status === null ? { items: [], total: 0 } : find({ status, weekStartsOn }),
  ]);
  return {
    ...found,
    items: withThumbnails(context, found.items).map((item) => describeShipment(person, item)),
    counts: { all, active, delivered },
  };
}
