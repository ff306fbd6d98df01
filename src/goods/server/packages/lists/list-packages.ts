import type { ListedPackage, ListedShipment } from "#goods/contract/packages.ts";
import type { PackageTab, PackageStatus } from "#tracking/rules/package-status.ts";
import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import {
  listOwnPackages,
  type TabCounts,
  countByStatus,
  countInWeek,
  listPackagesPage,
  statusFilter,
  type PackageFilter,
  type StatusFilter,
  listDeliveredAfter,
  type DeliveredRow,
  aggregateCountChanges,
  deleteEmptyCounts,
} from "./list-queries.ts";
import { searchPackages } from "./search-queries.ts";
import { describePackage, seesContacts } from "#goods/server/packages/change-package.ts";
import { textCell, type CsvReader, type CsvWriter } from "#platform/rules/csv-row.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import { fileUrl } from "#platform/server/files/serve-file.ts";
import { atomically } from "#platform/server/db/open.ts";

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
    context,
    context.session.person.id,
    { status: tab, search },
    { offset: (page - 1) * pageSize, limit: pageSize },
  );
  return { items: withThumbnails(context, items), ...numbers };
}

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
 * One page of the packages that match tab, status, week and search (a number of the package, its legs, parcels, labels and
 * ship requests, in groups or not, or, for readers who see them, the customer's name, email, member code or phone number,
 * or the recipient's phone number), newest first. `weekStartsOn` selects those added in the seven UTC days from that day on.
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
  const find = async (filter: PackageFilter) => {
    if (search !== "") {
      return await searchPackages(context, filter, { search, includesCustomers }, page);
    }
    const [items, total] = await Promise.all([
      listPackagesPage(db, filter, page),
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
    items: withThumbnails(context, found.items).map((item) => describePackage(person, item)),
    counts: { all, active, delivered },
  };
}

/** The newest packages that `search` finds, as in the list of shipments, at most `most`. */
export async function findShipments(
  context: SignedInContext,
  search: string,
  most: number,
): Promise<Omit<ListedShipment, "thumbnailUrl">[]> {
  const { person } = context.session;
  const { items } = await searchPackages(
    context,
    { status: "all", weekStartsOn: null },
    { search, includesCustomers: seesContacts(person) },
    { offset: 0, limit: most },
  );
  return items.map((item) => describePackage(person, item));
}

const columns = [
  "Tracking Number",
  "User Email",
  "Origin",
  "Destination",
  "Status",
  "Estimated Weight (kg)",
  "Final Weight (kg)",
  "Description",
  "Created Date",
  "Updated Date",
];

const rowsAtOnce = 1000;

function weightCell(csv: CsvWriter, grams: number | null): string {
  return grams === null ? "" : csv.kilograms(grams);
}

function cellsOf(csv: CsvWriter, row: DeliveredRow) {
  return [
    textCell(row.trackingNumber),
    row.userEmail,
    row.origin,
    row.destination,
    "Delivered",
    weightCell(csv, row.estimatedWeightGrams),
    weightCell(csv, row.finalWeightGrams),
    textCell(row.description ?? ""),
    csv.day(row.createdAt),
    csv.day(row.updatedAt),
  ];
}

/** `delivered-shipments.csv` with all delivered packages, newest first. Throws what `csvDownload` throws. */
export async function exportDelivered(
  context: SignedInContext,
  input: CsvReader,
): Promise<ReadableStream<Uint8Array>> {
  return await csvDownload<DeliveredRow>(context, input, {
    fileName: "delivered-shipments.csv",
    columns,
    rowsAtOnce,
    audited: { status: "delivered" },
    readAfter: (last) => listDeliveredAfter(context.db, last, rowsAtOnce),
    cellsOf,
  });
}

/** Replaces the id of each package's first image with the address of its thumbnail, which expires. */
function withThumbnails<Item extends { readonly firstImageId: string | null }>(
  services: Pick<AppServices, "config" | "now">,
  items: readonly Item[],
): (Omit<Item, "firstImageId"> & { thumbnailUrl: string | null })[] {
  return items.map(({ firstImageId, ...item }) => ({
    ...item,
    thumbnailUrl: firstImageId === null ? null : fileUrl(services, firstImageId, "thumbnail"),
  }));
}

const batchSize = 50_000;

/**
 * Adds the changes that the triggers recorded since the last run to the counts, and returns how many there were. Readers
 * get the same sums before, during and after it, and it does not block changes of packages.
 */
export async function aggregatePackageCounts({
  db,
  log,
}: Pick<AppServices, "db" | "log">): Promise<number> {
  let aggregated = 0;
  for (;;) {
    const added = await atomically(db, (inner) => aggregateCountChanges(inner, batchSize));
    aggregated += added;
    if (added < batchSize) break;
  }
  if (aggregated === 0) return 0;
  await deleteEmptyCounts(db);
  log.debug({ aggregated }, "Package counts aggregated");
  return aggregated;
}
