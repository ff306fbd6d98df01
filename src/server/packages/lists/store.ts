// The SQL of lists of packages: their pages, searches, counts and the export.
import { sql, type RawBuilder } from "kysely";
import type { Package, Shipment, ShippingLeg } from "#contract/packages.ts";
import type { PackageStatus } from "#core/package-status.ts";
import { plannedForItsValues } from "#server/db/named-statements.ts";
import type { Db } from "#server/db/open.ts";
import { mostFound, type StatusFilter } from "./status-filter.ts";

/** How many packages there are under each tab. */
export type TabCounts = { all: number; active: number; delivered: number };

type Page = { readonly offset: number; readonly limit: number };

/** A package as the statements below give it: times as PostgreSQL writes them in JSON, legs in order. */
type ListedRow = Omit<Package, "createdAt" | "updatedAt" | "deliveredAt"> & {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deliveredAt: Date | null;
};

// One name each for what two statements must agree on; the planner matches `<> 'delivered'` to an index of its own.
const isActive = sql`p.status <> 'delivered'`;

const packageColumns = sql`
  p.id, p.user_id as "userId", p.tracking_number as "trackingNumber", p.origin, p.destination, p.description,
  p.estimated_weight_grams as "estimatedWeightGrams", p.final_weight_grams as "finalWeightGrams",
  p.images_count as "imagesCount", p.status, p.created_at as "createdAt", p.updated_at as "updatedAt",
  p.delivered_at as "deliveredAt"
`;

/** The legs of package `p` as JSON: one value to read instead of a dozen a leg. */
const legsColumn = sql`
  (select coalesce(json_agg(json_build_object(
    'id', l.id, 'packageId', l.package_id, 'legNumber', l.leg_number, 'origin', l.origin,
    'destination', l.destination, 'carrier', l.carrier, 'trackingNumber', l.tracking_number,
    'estimatedDeparture', l.estimated_departure, 'estimatedArrival', l.estimated_arrival,
    'notes', l.notes, 'status', l.status, 'createdAt', l.created_at, 'updatedAt', l.updated_at
  ) order by l.leg_number), '[]') from shipping_legs l where l.package_id = p.id) as legs
`;

const newestFirst = sql`order by p.created_at desc, p.id desc`;

function inUtc(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function legOf(leg: ShippingLeg): ShippingLeg {
  return {
    ...leg,
    estimatedDeparture: inUtc(leg.estimatedDeparture),
    estimatedArrival: inUtc(leg.estimatedArrival),
    createdAt: new Date(leg.createdAt).toISOString(),
    updatedAt: new Date(leg.updatedAt).toISOString(),
  };
}

function packageOf(row: ListedRow): Package {
  return {
    id: row.id,
    userId: row.userId,
    trackingNumber: row.trackingNumber,
    origin: row.origin,
    destination: row.destination,
    description: row.description,
    estimatedWeightGrams: row.estimatedWeightGrams,
    finalWeightGrams: row.finalWeightGrams,
    imagesCount: row.imagesCount,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    legs: row.legs.map(legOf),
  };
}

function shipmentOf(row: ListedRow & { readonly userEmail: string }): Shipment {
  return { ...packageOf(row), userEmail: row.userEmail };
}

function condition(filter: StatusFilter): RawBuilder<unknown> {
  if (filter === "all") return sql`true`;
  return filter === "active" ? isActive : sql`p.status = ${filter}`;
}

/** One page of a person's packages, newest first, and how many they have under each tab: one statement. */
export async function selectOwnPackages(
  db: Db,
  userId: string,
  filter: StatusFilter,
  page: Page,
): Promise<{ readonly items: Package[]; readonly counts: TabCounts }> {
  type Row = ListedRow & { readonly all: number; readonly delivered: number };
  const { rows } = await sql<Row | (Partial<Row> & { id: null; all: number; delivered: number })>`
    select c.*, p.* from (
      select count(*)::int as "all", (count(*) filter (where status = 'delivered'))::int as delivered
      from packages where user_id = ${userId}
    ) c left join (
      select ${packageColumns}, ${legsColumn} from packages p
      where p.user_id = ${userId} and ${condition(filter)}
      ${newestFirst} offset ${page.offset} limit ${page.limit}
    ) p on true
    order by p."createdAt" desc, p.id desc
  `.execute(db);
  const { all = 0, delivered = 0 } = rows[0] ?? {};
  return {
    items: rows.flatMap((row) => (row.id === null ? [] : [packageOf(row as Row)])),
    counts: { all, active: all - delivered, delivered },
  };
}

/** How many packages there are of each status, of everybody; a status without any may be missing. */
export async function countByStatus(db: Db): Promise<ReadonlyMap<PackageStatus, number>> {
  const { rows } = await sql<{ status: PackageStatus; total: number }>`
    select status, sum(count)::int as total from (
      select status, count from package_counts
      union all select status, change from package_count_changes
    ) counted group by status
  `.execute(db);
  return new Map(rows.map(({ status, total }) => [status, total]));
}

/**
 * Where in everybody's packages the row at `offset` lies, newest first: on or before the end of a UTC day, after
 * `skipped` others of that day. Nothing when there are not so many. It reads counts by day, not packages.
 */
async function findDay(
  db: Db,
  filter: StatusFilter,
  offset: number,
): Promise<{ readonly day: string; readonly skipped: number } | undefined> {
  const { rows } = await sql<{ day: string; skipped: number }>`
    with counted as (
      select p.day, sum(p.count) as count from (
        select status, day, count from package_counts
        union all select status, day, change from package_count_changes
      ) p where ${condition(filter)} group by p.day
    ), summed as (
      select day, count, sum(count) over (order by day desc) as reached from counted
    )
    select day, (${offset}::bigint - (reached - count))::int as skipped
    from summed where reached > ${offset} order by day desc limit 1
  `.execute(db);
  return rows[0];
}

// As many rows are read over sooner than their day is found.
const fewRows = 200;

/** One page of everybody's packages, newest first; a page far behind costs about as much as the first. */
export async function selectShipments(
  db: Db,
  filter: StatusFilter,
  page: Page,
): Promise<Shipment[]> {
  let from = sql``;
  let { offset } = page;
  if (offset > fewRows) {
    const found = await findDay(db, filter, offset);
    if (found === undefined) return [];
    from = sql`and p.created_at < (${found.day}::date + 1)::timestamp at time zone 'UTC'`;
    offset = found.skipped;
  }
  const { rows } = await sql<ListedRow & { userEmail: string }>`
    select p.*, profiles.email as "userEmail" from (
      select ${packageColumns}, ${legsColumn} from packages p
      where ${condition(filter)} ${from}
      ${newestFirst} offset ${offset} limit ${page.limit}
    ) p join profiles on profiles.id = p."userId"
    order by p."createdAt" desc, p.id desc
  `.execute(db);
  return rows.map(shipmentOf);
}

/** `search` as a pattern that matches whatever contains it. */
function containing(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** The newest packages that pass `filter` and of which `matches` holds: at most so many as a search finds. */
function newestMatching(
  filter: StatusFilter,
  source: RawBuilder<unknown>,
  matches: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    select p.id, p.created_at from ${source}
    where ${matches} and ${condition(filter)} ${newestFirst} limit ${mostFound}
  )`;
}

/**
 * One page of the packages whose tracking number or customer's email contains `search`, in any case, newest first,
 * and how many match: the newest `mostFound` at most.
 */
export async function searchShipments(
  db: Db,
  filter: StatusFilter,
  search: string,
  page: Page,
): Promise<{ readonly items: Shipment[]; readonly total: number }> {
  const byEmail = newestMatching(
    filter,
    sql`profiles join packages p on p.user_id = profiles.id`,
    sql`profiles.email like ${containing(search.toLowerCase())}`,
  );
  const byNumber = newestMatching(
    filter,
    sql`packages p`,
    sql`p.tracking_number like ${containing(search.toUpperCase())}`,
  );
  // A number holds nothing but these, so that an address is looked for among addresses alone.
  const found = /^[a-z0-9-]+$/i.test(search) ? sql`${byNumber} union ${byEmail}` : byEmail;
  type Row = ListedRow & { readonly userEmail: string; readonly total: number };
  const { rows } = await sql<Row | (Partial<Row> & { id: null; total: number })>`
    ${sql.raw(plannedForItsValues)}
    with found as materialized (
      select * from (${found}) p ${newestFirst} limit ${mostFound}
    )
    select c.total, p.* from (select count(*)::int as total from found) c
    left join (
      select ${packageColumns}, ${legsColumn}, profiles.email as "userEmail"
      from (
        select id from found p ${newestFirst} offset ${page.offset} limit ${page.limit}
      ) shown join packages p on p.id = shown.id join profiles on profiles.id = p.user_id
    ) p on true
    order by p."createdAt" desc, p.id desc
  `.execute(db);
  return {
    items: rows.flatMap((row) => (row.id === null ? [] : [shipmentOf(row as Row)])),
    total: rows[0]?.total ?? 0,
  };
}

/** Adds the changes up to now to the counts; returns how many it added. Others that do so meanwhile do not wait. */
export async function foldCountChanges(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from package_count_changes where id in (
        select id from package_count_changes order by id limit ${most} for update skip locked
      ) returning status, day, change
    ), added as (
      insert into package_counts as counts (status, day, count)
      select status, day, sum(change) from taken group by 1, 2 having sum(change) <> 0 order by 1, 2
      on conflict (status, day) do update set count = counts.count + excluded.count
    )
    select count(*)::int as folded from taken
  `.execute(db);
  return rows[0]?.folded ?? 0;
}

/** Removes counts that have come to nothing, as most do once the packages of a day are delivered. */
export async function deleteEmptyCounts(db: Db): Promise<void> {
  await db.deleteFrom("package_counts").where("count", "=", 0n).execute();
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

/** Delivered packages, newest first, from behind the last one that was read; `after` null: from the newest on. */
export async function selectDelivered(
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
      ${newestFirst} limit ${limit}
    ) p join profiles on profiles.id = p.user_id
    order by p."createdAt" desc, p.id desc
  `.execute(db);
  return rows;
}
