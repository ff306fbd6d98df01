import {
  type InboundParcelState,
  groupOf,
  inboundParcelGroups,
  inboundParcelStates,
  type InboundParcelGroup,
  waitingLimits,
} from "#goods/rules/inbound-parcel.ts";
// The SQL about the list of a customer's parcels.
import { sql, type RawBuilder } from "kysely";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import type { FileServices } from "#platform/server/files/serve-file.ts";
import { listOwnParcels } from "./inbound-parcel-queries.ts";
import { parcelMatches } from "#goods/server/db/parcel-matches.ts";
import { addDays, addCalendarDays, localTime } from "#platform/rules/calendar.ts";
import { beforeOpenHours } from "#catalogue/rules/warehouse.ts";

/** How many parcels there are in each group. */
export type GroupCounts = Record<InboundParcelGroup, number>;

type Filter = {
  readonly group: InboundParcelGroup | null;
  readonly packageId: string | null;
  readonly inboundParcelIds?: readonly string[] | undefined;
  readonly search: string;
};

/** A search reads the newest ones up to this number. */
export const maxSearchedParcels = 10_000;

const newestFirst = sql`order by p.created_at desc, p.id desc`;

function isInGroup(group: InboundParcelGroup): RawBuilder<unknown> {
  const states = inboundParcelStates.filter((state) => groupOf(state) === group);
  return sql`p.state in (${sql.join(states.map((state) => sql.lit(state)))})`;
}

const countColumns = sql.join(
  inboundParcelGroups.map(
    (group) => sql`(count(*) filter (where ${isInGroup(group)}))::int as ${sql.ref(group)}`,
  ),
);

/** One page of a customer's parcels, newest first, how many match, and how many there are in each group. */
export async function listParcelsPage(
  services: FileServices,
  db: Db,
  userId: string,
  { group, packageId, inboundParcelIds = [], search }: Filter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ items: InboundParcel[]; total: number; counts: GroupCounts }> {
  const ofPackage = packageId === null ? sql`` : sql`and p.package_id = ${packageId}`;
  const ofChoice =
    inboundParcelIds.length === 0 ? sql`` : sql`and p.id in (${sql.join(inboundParcelIds)})`;
  const own = sql`p.user_id = ${userId} ${ofPackage} ${ofChoice}`;
  const listed = sql`select p.* from inbound_parcels p
    where ${own} ${group === null ? sql`` : sql`and ${isInGroup(group)}`} ${newestFirst}`;
  const found = sql`select p.id, p.created_at from (${listed} limit ${maxSearchedParcels}) p
    where ${parcelMatches(search, sql`p`)}`;
  const isSearch = search !== "";
  const shown = isSearch ? sql`found` : sql`(${listed} offset ${page.offset} limit ${page.limit})`;
  const { rows } = await sql<GroupCounts & { matching: number | null; ids: string[] }>`
    with counted as (select ${countColumns} from inbound_parcels p where ${own})
    ${isSearch ? sql`, found as materialized (${found})` : sql``}
    select counted.*,
      ${isSearch ? sql`(select count(*)::int from found)` : sql`null::int`} as matching,
      array(select p.id::text from ${shown} p ${newestFirst}
        ${isSearch ? sql`offset ${page.offset} limit ${page.limit}` : sql``}) as ids
    from counted
  `.execute(db);
  const { matching = 0, ids = [], ...counts } = rows[0] ?? { awaited: 0, here: 0, gone: 0 };
  const inGroup = group === null ? counts.awaited + counts.here + counts.gone : counts[group];
  return {
    items: await listOwnParcels(services, db, userId, ids),
    total: matching ?? inGroup,
    counts,
  };
}

export type GatheredParcel = Pick<
  RowOf<"inboundParcels">,
  "id" | "state" | "trackingNumber" | "labelCode" | "userId" | "removalAsked"
>;

const columns = ["id", "state", "trackingNumber", "labelCode", "userId", "removalAsked"] as const;

/** The parcels of a package, the oldest first, locked until the transaction ends. */
export async function lockParcelsOfPackage(db: Db, packageId: string): Promise<GatheredParcel[]> {
  return await db
    .selectFrom("inboundParcels")
    .select(columns)
    .where("packageId", "=", packageId)
    .orderBy("createdAt")
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** The same of several packages, in the order in which everything locks them. */
export async function lockParcelsOfPackages(
  db: Db,
  packageIds: readonly string[],
): Promise<(Pick<GatheredParcel, "id" | "state"> & { readonly packageId: string })[]> {
  return await db
    .selectFrom("inboundParcels")
    .select(["id", "state"])
    .select((row) => row.ref("packageId").$notNull().as("packageId"))
    .where("packageId", "=", ({ fn, val }) => fn.any(val(packageIds)))
    .orderBy("packageId")
    .orderBy("createdAt")
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Filters of parcels that wait for too long. */
export type LateFilter = "overdue" | "long_stored";

function anyOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}

/**
 * Conditions on parcels `p`: overdue are those that a courier delivered more than 24 opening hours ago and nobody has
 * scanned, long stored those that lie here for long after their free days, or for longer without a known owner.
 */
export async function lateConditions(
  db: Db,
  now: Date,
): Promise<Readonly<Record<LateFilter, RawBuilder<unknown>>>> {
  const warehouses = await db
    .selectFrom("warehouses")
    .select(["id", "timeZone", "openingHours", sql<string[]>`closed_days::text[]`.as("closedDays")])
    .execute();
  const { overdueOpenHours, longStoredDays, longUnmatchedDays } = waitingLimits;
  const overdue = warehouses.flatMap((warehouse) => {
    const before = beforeOpenHours(warehouse, now, overdueOpenHours);
    if (before === null) return [];
    return [sql`(p.warehouse_id = ${warehouse.id} and p.courier_delivered_at < ${before})`];
  });
  const longStored = warehouses.map(({ id, timeZone }) => {
    const before = addCalendarDays(localTime(timeZone, now).day, -longStoredDays);
    return sql`(p.warehouse_id = ${id} and p.free_until < ${before}::date)`;
  });
  const unmatched = sql`(p.user_id is null
    and coalesce(p.received_at, p.created_at) < ${addDays(now, -longUnmatchedDays)})`;
  return {
    overdue: sql`p.state = 'expected' and p.courier_delivered_at is not null and ${anyOf(overdue)}`,
    long_stored: sql`p.state in ('received', 'packed') and ${anyOf([...longStored, unmatched])}`,
  };
}

/** The states of the parcels that a package gathers. */
export async function listParcelStates(db: Db, packageId: string): Promise<InboundParcelState[]> {
  const rows = await db
    .selectFrom("inboundParcels")
    .select("state")
    .where("packageId", "=", packageId)
    .execute();
  return rows.map(({ state }) => state);
}

/** The same of several packages; those without parcels are left out. */
export async function listParcelStatesOf(
  db: Db,
  packageIds: readonly string[],
): Promise<ReadonlyMap<string, readonly InboundParcelState[]>> {
  const rows = await db
    .selectFrom("inboundParcels")
    .select("state")
    .select((row) => row.ref("packageId").$notNull().as("packageId"))
    .where("packageId", "=", ({ fn, val }) => fn.any(val(packageIds)))
    .execute();
  const grouped = Map.groupBy(rows, ({ packageId }) => packageId);
  return new Map([...grouped].map(([id, found]) => [id, found.map(({ state }) => state)]));
}
