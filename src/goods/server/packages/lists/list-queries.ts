// The SQL of lists of packages: their pages, searches and counts.
import { sql, type RawBuilder } from "kysely";
import type { Package } from "#goods/contract/packages.ts";
import { shippingLeg } from "#goods/contract/shipping-legs.ts";
import type { PackageStatus, PackageTab } from "#tracking/rules/package-status.ts";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { parsePackageNumber } from "#goods/rules/package-number.ts";
import { parcelMatches } from "#goods/server/db/parcel-matches.ts";
import { containsWords } from "#platform/server/db/search-by-part.ts";
import { firstImageColumn, ownColumns } from "./picture-queries.ts";
import { customerFacts, type StoredPackage } from "#goods/server/packages/package-queries.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";

/** Every status, every one but delivered, or one alone. */
export type StatusFilter = PackageStatus | "all" | "active";

/** A filter of all customers' packages. `weekStartsOn`: only those added in the seven UTC days from that day on. */
export type PackageFilter = {
  readonly status: StatusFilter;
  readonly weekStartsOn: string | null;
};

/** A search of the own packages reads the newest ones up to this number. */
const maxSearched = 10_000;

/** The statuses that are in both tab and filter; null when none is. */
export function statusFilter(tab: PackageTab, status: PackageStatus | "all"): StatusFilter | null {
  if (status === "all") return tab;
  if (tab === "all") return status;
  return (tab === "delivered") === (status === "delivered") ? status : null;
}

/** An ISO 8601 time in UTC with milliseconds, from PostgreSQL's format; string slices, since Date is slow for thousands. */
function isoTime(time: string): string {
  if (!time.endsWith("+00:00")) return new Date(time).toISOString();
  return `${time.slice(0, 19)}.${time.slice(20, -6).padEnd(3, "0").slice(0, 3)}Z`;
}

function isoTimeOrNull(time: string | null): string | null {
  return time === null ? null : isoTime(time);
}

/** Converts the times of packages in place. */
export function withIsoTimes<Item extends Package>(items: Item[]): Item[] {
  for (const item of items) {
    item.createdAt = isoTime(item.createdAt);
    item.updatedAt = isoTime(item.updatedAt);
    item.deliveredAt = isoTimeOrNull(item.deliveredAt);
    for (const leg of item.legs) {
      leg.estimatedDeparture = isoTimeOrNull(leg.estimatedDeparture);
      leg.estimatedArrival = isoTimeOrNull(leg.estimatedArrival);
      leg.statusSince = isoTimeOrNull(leg.statusSince);
      leg.departedAt = isoTimeOrNull(leg.departedAt);
      leg.arrivedAt = isoTimeOrNull(leg.arrivedAt);
      leg.createdAt = isoTime(leg.createdAt);
      leg.updatedAt = isoTime(leg.updatedAt);
    }
  }
  return items;
}

/** How many packages there are under each tab. */
export type TabCounts = { all: number; active: number; delivered: number };

/** `firstImageId` is null for a package without images. */
type ImageFact = { readonly firstImageId: string | null };
type PackageListItem = Package & ImageFact & { readonly contents: string | null };
export type StaffPackageListItem = StoredPackage & ImageFact;

/** A search finds the newest packages up to this number. */
export const maxFound = 1_000;

export type Page = { readonly offset: number; readonly limit: number };

// The planner matches exactly `<> 'delivered'` to a partial index.
const isActive = sql`p.status <> 'delivered'`;

const packageColumns = sql`
  p.id, p.number, p.user_id as "userId", p.tracking_number as "trackingNumber", p.origin, p.destination, p.description,
  p.estimated_weight_grams as "estimatedWeightGrams", p.final_weight_grams as "finalWeightGrams",
  p.images_count as "imagesCount", p.status, p.stage, p.ship_request_state as "shipRequestState",
  p.parcels_count as "parcelsCount",
  p.parcels_here_count as "parcelsHereCount", p.created_at as "createdAt", p.updated_at as "updatedAt",
  p.delivered_at as "deliveredAt"
`;

const legFacts = sql.join(
  Object.keys(shippingLeg.shape).map((name) => sql`${sql.lit(name)}, ${sql.ref(`l.${name}`)}`),
);

/** The legs of package `p`, in order. */
const legsColumn = sql`
  (select coalesce(json_agg(json_build_object(${legFacts}) order by l.leg_number), '[]')
    from shipping_legs l where l.package_id = p.id) as legs
`;

export const customer = sql`, profiles.email as "userEmail", ${customerFacts} as customer`;
export const newestFirst = sql`order by p.created_at desc, p.id desc`;

/** All packages of `source` p as one JSON value, newest first; reading one value is faster than reading all columns. */
export function asJson(source: RawBuilder<unknown>, furtherColumns: RawBuilder<unknown>) {
  return sql`(
    select coalesce(json_agg(p order by p."createdAt" desc, p.id desc), '[]')
    from (select ${packageColumns}, ${legsColumn} ${furtherColumns} from ${source}) p
  ) as items`;
}

function condition(filter: StatusFilter): RawBuilder<unknown> {
  if (filter === "all") return sql`true`;
  return filter === "active" ? isActive : sql`p.status = ${filter}`;
}

/** The same, and added in the filtered week. */
export function conditions({ status, weekStartsOn }: PackageFilter): RawBuilder<unknown> {
  if (weekStartsOn === null) return condition(status);
  return sql`${condition(status)}
    and p.created_at >= ${weekStartsOn}::date::timestamp at time zone 'UTC'
    and p.created_at < (${weekStartsOn}::date + 7)::timestamp at time zone 'UTC'`;
}

/**
 * Whether `search` names package `p`, or a number of it, of one of its legs or of one of its parcels contains `search`, whatever
 * its case, spaces and dashes, or whose description, recipient or parcels have its words. The parcels of `userId`, the owner,
 * are read once, not for each package.
 */
function ownMatch(search: string, userId: string): RawBuilder<unknown> {
  const inText = sql`${containsWords(search, sql`search_key(p.description)`)} or (
    select ${containsWords(search, sql`name_key(r.name, r.latin_name)`)}
    from package_recipients r where r.package_id = p.id
  ) or p.id in (
    select parcel.package_id from inbound_parcels parcel
    where parcel.user_id = ${userId} and parcel.package_id is not null and ${parcelMatches(search, sql`parcel`)}
  )`;
  const part = normaliseTrackingNumber(search);
  if (part === "") return sql`(${inText})`;
  // An `exists` could be planned as a scan of all customers' legs.
  const isNamed = sql`p.number is not distinct from ${parsePackageNumber(search)}::int`;
  return sql`(${isNamed} or position(${part} in replace(p.tracking_number, '-', '')) > 0 or ${inText} or (
    select bool_or(position(${part} in upper(regexp_replace(l.tracking_number, '[\\s-]', '', 'g'))) > 0)
    from shipping_legs l where l.package_id = p.id
  ))`;
}

/**
 * One page of a customer's packages, newest first, how many match, and how many they have under each tab, in one
 * statement. A `search` reads the newest `maxSearched` packages of the tab and finds the newest `maxFound` at most.
 */
export async function listOwnPackages(
  { db, listeners }: Pick<AppServices, "db" | "listeners">,
  userId: string,
  { status, search }: { readonly status: PackageTab; readonly search: string },
  page: Page,
): Promise<{
  readonly items: PackageListItem[];
  readonly total: number;
  readonly counts: TabCounts;
}> {
  const own = sql`select p.* from packages p where p.user_id = ${userId} and ${condition(status)} ${newestFirst}`;
  const found = sql`, found as materialized (
    select p.id, p.created_at from (${own} limit ${maxSearched}) p
    where ${ownMatch(search, userId)} ${newestFirst} limit ${maxFound}
  )`;
  const matching = sql`select p.* from found join packages p on p.id = found.id ${newestFirst}`;
  const isSearch = search !== "";
  const shown = sql`(${isSearch ? matching : own} offset ${page.offset} limit ${page.limit}) p`;
  const { rows } = await sql<TabCounts & { matches: number | null; items: PackageListItem[] }>`
    with c as (
      select count(*)::int as "all", (count(*) filter (where status = 'delivered'))::int as delivered
      from packages where user_id = ${userId}
    ) ${isSearch ? found : sql``}
    select c.*, "all" - delivered as active,
      ${isSearch ? sql`(select count(*)::int from found)` : sql`null::int`} as matches, ${asJson(shown, ownColumns(listeners))}
    from c
  `.execute(db);
  const { matches = 0, items = [], ...counts } = rows[0] ?? { all: 0, active: 0, delivered: 0 };
  return { items: withIsoTimes(items), total: matches ?? counts[status], counts };
}

/** How many packages of all customers have each status; a status without any may be missing. */
export async function countByStatus(db: Db): Promise<ReadonlyMap<PackageStatus, number>> {
  const { rows } = await sql<{ status: PackageStatus; total: number }>`
    select status, sum(count)::int as total from (
      select status, count from package_totals
      union all select status, change from package_count_changes
    ) counted group by status
  `.execute(db);
  return new Map(rows.map(({ status, total }) => [status, total]));
}

/** How many packages of all customers with that status were added in the seven UTC days from `weekStartsOn` on. */
export async function countInWeek(
  db: Db,
  status: StatusFilter,
  weekStartsOn: string,
): Promise<number> {
  const isInWeek = sql`day >= ${weekStartsOn}::date and day < ${weekStartsOn}::date + 7`;
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(p.count), 0)::int as total from (
      select status, count from package_counts where ${isInWeek}
      union all select status, change from package_count_changes where ${isInWeek}
    ) p where ${condition(status)}
  `.execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * The UTC day in which the row at `offset` of all packages lies, newest first, and how many rows of that day come before
 * it. Undefined when there are not so many. It reads counts by month and day, not packages.
 */
async function findDay(
  db: Db,
  filter: StatusFilter,
  offset: number,
): Promise<{ readonly day: string; readonly skipped: number } | undefined> {
  const { rows } = await sql<{ day: string; skipped: number }>`
    with months as (
      select p.month, sum(p.count) as count from (
        select status, month, count from package_totals
        union all select status, date_trunc('month', day::timestamp)::date, change from package_count_changes
      ) p where ${condition(filter)} group by p.month
    ), found as (
      select month, (month + interval '1 month')::date as next_month, reached - count as newer from (
        select month, count, sum(count) over (order by month desc) as reached from months
      ) summed where reached > ${offset} order by month desc limit 1
    ), days as (
      select p.day, sum(p.count) as count from (
        select status, day, count from package_counts, found where day >= month and day < next_month
        union all
        select status, day, change from package_count_changes, found where day >= month and day < next_month
      ) p where ${condition(filter)} group by p.day
    ), summed as (
      select day, count, newer + sum(count) over (order by day desc) as reached from days, found
    )
    select day, (${offset}::bigint - (reached - count))::int as skipped
    from summed where reached > ${offset} order by day desc limit 1
  `.execute(db);
  return rows[0];
}

// Skipping up to this many rows is faster than finding their day.
const maxSkippedRows = 200;

/** One page of all packages, newest first; a late page costs about as much as the first. */
export async function listPackagesPage(
  db: Db,
  filter: PackageFilter,
  page: Page,
): Promise<StaffPackageListItem[]> {
  let from = sql``;
  let { offset } = page;
  if (offset > maxSkippedRows && filter.weekStartsOn === null) {
    const found = await findDay(db, filter.status, offset);
    if (found === undefined) return [];
    from = sql`and p.created_at < (${found.day}::date + 1)::timestamp at time zone 'UTC'`;
    offset = found.skipped;
  }
  // The inner query reads the index only, so that skipped rows are not fetched.
  const shown = sql`(
    select p.id from packages p where ${conditions(filter)} ${from}
    ${newestFirst} offset ${offset} limit ${page.limit}
  ) shown join packages p on p.id = shown.id join profiles on profiles.id = p.user_id`;
  const { rows } = await sql<{ items: StaffPackageListItem[] }>`
    select ${asJson(shown, sql`${firstImageColumn} ${customer}`)}
  `.execute(db);
  return withIsoTimes(rows[0]?.items ?? []);
}

/** A delivered package as the export writes it. */
export type DeliveredRow = {
  readonly id: string;
  readonly trackingNumber: string;
  readonly userEmail: string;
  readonly origin: string;
  readonly destination: string;
  readonly estimatedWeightGrams: number | null;
  readonly finalWeightGrams: number | null;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Delivered packages, newest first, that come after `after`; null: from the newest on. */
export async function listDeliveredAfter(
  db: Db,
  after: Pick<DeliveredRow, "createdAt" | "id"> | null,
  limit: number,
): Promise<DeliveredRow[]> {
  const behind =
    after === null ? sql`` : sql`and (p.created_at, p.id) < (${after.createdAt}, ${after.id})`;
  const { rows } = await sql<DeliveredRow>`
    select p.*, profiles.email as "userEmail" from (
      select p.id, p.user_id, p.tracking_number as "trackingNumber", p.origin, p.destination,
        p.estimated_weight_grams as "estimatedWeightGrams", p.final_weight_grams as "finalWeightGrams",
        p.description, p.created_at as "createdAt", p.updated_at as "updatedAt"
      from packages p where p.status = 'delivered' ${behind}
      order by p.created_at desc, p.id desc limit ${limit}
    ) p join profiles on profiles.id = p.user_id
    order by p."createdAt" desc, p.id desc
  `.execute(db);
  return rows;
}

/** The ids of the packages of a filter, newest first, that come after `after`; null: from the newest on. */
export async function listPackageIdsAfter(
  db: Db,
  filter: PackageFilter,
  after: Pick<ExportedShipmentRow, "createdAt" | "id"> | null,
  limit: number,
): Promise<string[]> {
  // By its values, since it may have been deleted meanwhile.
  const older =
    after === null ? sql`` : sql`and (p.created_at, p.id) < (${after.createdAt}, ${after.id})`;
  const { rows } = await sql<{ id: string }>`
    select p.id from packages p where ${conditions(filter)} ${older} ${newestFirst} limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** A package as the export of shipments writes it, besides what shipping knows of it. */
export type ExportedShipmentRow = {
  readonly id: string;
  readonly number: number;
  readonly trackingNumber: string;
  readonly userEmail: string;
  readonly memberCode: string | null;
  readonly destination: string;
  readonly status: PackageStatus;
  readonly weightGrams: number | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
};

/** Packages by their ids, newest first. */
export async function listExportedShipments(
  db: Db,
  packageIds: readonly string[],
): Promise<ExportedShipmentRow[]> {
  const { rows } = await sql<ExportedShipmentRow>`
    select p.id, p.number, p.tracking_number, profiles.email as user_email, member_codes.code as member_code,
      p.destination, p.status, coalesce(p.final_weight_grams, p.estimated_weight_grams) as weight_grams,
      p.created_at, p.delivered_at
    from packages p join profiles on profiles.id = p.user_id
      left join member_codes on member_codes.user_id = p.user_id
    where p.id = any(${packageIds}::uuid[]) ${newestFirst}
  `.execute(db);
  return rows;
}

/** Adds at most `limit` recorded changes to the counts and returns how many; runs at the same time do not block. */
export async function aggregateCountChanges(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ aggregated: number }>`
    with taken as (
      delete from package_count_changes where id in (
        select id from package_count_changes order by id limit ${limit} for update skip locked
      ) returning status, day, change
    ), added as (
      insert into package_counts as counts (status, day, count)
      select status, day, sum(change) from taken group by 1, 2 having sum(change) <> 0 order by 1, 2
      on conflict (status, day) do update set count = counts.count + excluded.count
    ), summed as (
      insert into package_totals as totals (status, month, count)
      select status, date_trunc('month', day::timestamp)::date, sum(change) from taken group by 1, 2 order by 1, 2
      on conflict (status, month) do update set count = totals.count + excluded.count
    )
    select count(*)::int as aggregated from taken
  `.execute(db);
  return rows[0]?.aggregated ?? 0;
}

/** Deletes counts of zero, as most become once the packages of a day are delivered. */
export async function deleteEmptyCounts(db: Db): Promise<void> {
  await db.deleteFrom("packageCounts").where("count", "=", 0n).execute();
}
