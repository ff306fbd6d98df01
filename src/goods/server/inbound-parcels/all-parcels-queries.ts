// The SQL of the list of all parcels for staff.
import { sql, type RawBuilder } from "kysely";
import type { ParcelOwner, StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { codeAlphabet } from "#people/rules/member-code.ts";
import {
  inboundParcelFilters,
  staffListLimits,
  type InboundParcelFilter,
} from "#goods/rules/inbound-parcel.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { containing, newestMatching, newestWithPart } from "#platform/server/db/search-by-part.ts";
import { listMatchingUserIds, userContains } from "#people/server/db/members.ts";
import { plannedForItsValues } from "#platform/server/db/named-statements.ts";
import type { Db } from "#platform/server/db/open.ts";
import { firstFileId } from "#platform/server/files/files.ts";
import type { FileServices } from "#platform/server/files/serve-file.ts";
import { lateConditions, type LateFilter } from "./list-queries.ts";
import { toInboundParcel, shownColumns, type NamedParcelRow } from "./inbound-parcel-queries.ts";

type Page = { readonly offset: number; readonly limit: number };

type OwnerRow = {
  readonly fullName: string | null;
  readonly email: string | null;
  readonly subscription: PlanName | null;
  readonly memberCode: string | null;
  readonly suspendedAt: Date | null;
  readonly closedAt: Date | null;
};

type StaffRow = NamedParcelRow &
  OwnerRow & {
    readonly userId: string | null;
    readonly missingSince: Date | null;
    readonly storageLocationCode: string | null;
  };

/** Whether the reader's role sees who a customer is, and what the addresses of photos are made with. */
export type Reader = FileServices & { readonly seesCustomers: boolean };

const newestFirst = sql`order by p.created_at desc, p.id desc`;

// The planner matches exactly these conditions to partial indexes.
const fixedConditions: Readonly<
  Record<Exclude<InboundParcelFilter, LateFilter>, RawBuilder<unknown>>
> = {
  all: sql`true`,
  awaited: sql`p.state = 'expected'`,
  here: sql`p.state in ('received', 'packed')`,
  unmatched: sql`p.state in ('received', 'packed') and p.user_id is null`,
  removal_asked: sql`p.removal_asked is not null`,
  proof_sent: sql`p.state in ('expected', 'received', 'packed') and exists (select from goods_proofs
    where goods_proofs.inbound_parcel_id = p.id and goods_proofs.user_id = p.user_id and goods_proofs.state = 'sent')`,
  gone: sql`p.state not in ('expected', 'received', 'packed')`,
};

export const everyParcel = fixedConditions.all;

/** What each filter lists at `now`, as conditions on parcels `p`. */
type FilterConditions = Readonly<Record<InboundParcelFilter, RawBuilder<unknown>>>;

/** @param storageLocationId null: wherever a parcel is; otherwise only what lies there now. */
export async function filterConditions(
  db: Db,
  now: Date,
  storageLocationId: string | null = null,
): Promise<FilterConditions> {
  const conditions = { ...fixedConditions, ...(await lateConditions(db, now)) };
  if (storageLocationId === null) return conditions;
  const here = sql`p.storage_location_id = ${storageLocationId} and ${fixedConditions.here}`;
  const narrowed = inboundParcelFilters.map((filter) => [
    filter,
    sql`${here} and (${conditions[filter]})`,
  ]);
  return Object.fromEntries(narrowed) as FilterConditions;
}

const ownerColumns = sql`profiles.full_name, profiles.email, profiles.subscription,
  profiles.suspended_at, profiles.closed_at, member_codes.code as member_code`;
const staffColumns = sql`p.user_id, p.missing_since,
  ${sql.join(shownColumns.map((column) => sql.ref(`p.${column}`)))},
  (select number from packages where packages.id = p.package_id) as package_number,
  (select tracking_number from packages where packages.id = p.package_id) as package_tracking_number,
  warehouses.name as warehouse_name, warehouses.time_zone,
  storage_rates.day_cents, storage_rates.step_grams, storage_rates.volume_divisor, storage_rates.cap_cents,
  (select code from storage_locations where id = p.storage_location_id) as storage_location_code,
  ${firstFileId(sql`p.id`)} as first_image_id,
  ${ownerColumns}`;
const joined = sql`left join profiles on profiles.id = p.user_id
  left join member_codes on member_codes.user_id = p.user_id
  left join warehouses on warehouses.id = p.warehouse_id
  left join storage_rates on storage_rates.id = p.storage_rate_id`;

function toOwner(row: OwnerRow, userId: string, { seesCustomers }: Reader): ParcelOwner {
  const [nameInitial = ""] = row.fullName ?? "";
  const accountState =
    row.closedAt !== null ? "closed" : row.suspendedAt !== null ? "suspended" : "active";
  const { memberCode, subscription: plan } = row;
  return {
    userId,
    nameInitial,
    memberCode,
    plan,
    email: seesCustomers ? row.email : null,
    accountState,
  };
}

function toStaffParcel(row: StaffRow, reader: Reader): StaffInboundParcel {
  const { userId, storageLocationCode } = row;
  return {
    ...toInboundParcel(reader, row),
    storageLocationCode,
    missingSince: row.missingSince?.toISOString() ?? null,
    owner: userId === null ? null : toOwner(row, userId, reader),
  };
}

// Limits are literals: of a parameter the planner assumes a tenth of the table, and then plans a named statement at each
// call for as long as the table is large.

/** How many parcels each filter has, at most 200; of the `listed` one at most as many as `upTo` says. */
export async function countParcels(
  db: Db,
  conditions: FilterConditions,
  listed: { readonly filter: InboundParcelFilter; readonly upTo: number },
): Promise<Record<InboundParcelFilter, number>> {
  const counts = inboundParcelFilters.map((filter) => {
    const most = filter === listed.filter ? listed.upTo : staffListLimits.counted;
    return sql`(select count(*)::int from (
      select from inbound_parcels p where ${conditions[filter]} limit ${sql.lit(most)}
    ) counted)`;
  });
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}] as counts
  `.execute(db);
  const found = inboundParcelFilters.map((filter, index) => [filter, rows[0]?.counts[index] ?? 0]);
  return Object.fromEntries(found) as Record<InboundParcelFilter, number>;
}

/** How many parcels wait for too long, at most 500 of each kind. */
export async function countLate(
  db: Db,
  now: Date,
): Promise<{ readonly overdue: number; readonly longStored: number }> {
  const conditions = await lateConditions(db, now);
  const counted = (condition: RawBuilder<unknown>) => sql`(select count(*)::int from (
    select from inbound_parcels p where ${condition} limit ${sql.lit(staffListLimits.counted)}
  ) counted)`;
  const { rows } = await sql<{ overdue: number; longStored: number }>`
    select ${counted(conditions.overdue)} as overdue, ${counted(conditions.long_stored)} as long_stored
  `.execute(db);
  return rows[0] ?? { overdue: 0, longStored: 0 };
}

/** One page of the parcels of a filter, newest first. */
export async function listParcelsPage(
  db: Db,
  where: RawBuilder<unknown>,
  reader: Reader,
  { offset, limit }: Page,
): Promise<StaffInboundParcel[]> {
  const most = Math.max(0, Math.min(limit, staffListLimits.listed - offset));
  const { rows } = await sql<StaffRow>`
    select ${staffColumns} from (
      select p.id from inbound_parcels p where ${where}
      ${newestFirst} ${offset === 0 ? sql`` : sql`offset ${offset}`} limit ${sql.lit(most)}
    ) shown join inbound_parcels p on p.id = shown.id ${joined} ${newestFirst}
  `.execute(db);
  return rows.map((row) => toStaffParcel(row, reader));
}

/** The newest parcels of a filter that are older than the one with the id `after`; null: from the newest on. */
export async function listParcelsAfter(
  db: Db,
  where: RawBuilder<unknown>,
  reader: Reader,
  after: string | null,
  limit: number,
): Promise<StaffInboundParcel[]> {
  const older =
    after === null
      ? sql``
      : sql`and (p.created_at, p.id) < (select created_at, id from inbound_parcels where id = ${after})`;
  const { rows } = await sql<StaffRow>`
    select ${staffColumns} from (
      select p.id from inbound_parcels p where ${where} ${older} ${newestFirst} limit ${sql.lit(limit)}
    ) shown join inbound_parcels p on p.id = shown.id ${joined} ${newestFirst}
  `.execute(db);
  return rows.map((row) => toStaffParcel(row, reader));
}

const { found } = staffListLimits;

/** The ids of customers whose member code contains `part`, which is in capitals and without dashes; null when they are too many. */
async function listIdsByMemberCode(db: Db, part: string): Promise<string[] | null> {
  const isPart = part.length >= 3 && [...part].every((letter) => codeAlphabet.includes(letter));
  if (!isPart) return [];
  const { rows } = await sql<{ userId: string }>`
    ${sql.raw(plannedForItsValues)}
    select user_id from member_codes where code like ${containing(part)} limit ${found + 1}
  `.execute(db);
  return rows.length > found ? null : rows.map(({ userId }) => userId);
}

/** Queries of the newest parcels whose owner's member code contains `search` or, where the reader sees them, name or email. */
async function matchingOwners(
  db: Db,
  where: RawBuilder<unknown>,
  search: string,
  { seesCustomers }: Reader,
): Promise<RawBuilder<unknown>[]> {
  const [byCode, byName] = await Promise.all([
    listIdsByMemberCode(db, normaliseTrackingNumber(search)),
    seesCustomers ? listMatchingUserIds(db, search, found) : [],
  ]);
  const searched = { table: sql`inbound_parcels`, where, most: found };
  const queries = [];
  const ids = [...(byCode ?? []), ...(byName ?? [])];
  if (ids.length > 0) queries.push(newestMatching(searched, sql`p.user_id = any(${ids}::uuid[])`));
  if (byName === null) {
    const join = sql`join profiles on profiles.id = p.user_id`;
    queries.push(newestMatching(searched, userContains(search), join));
  }
  return queries;
}

/**
 * One page of the parcels whose number, label code, order reference or owner contains `search`, newest first, and how
 * many match: the newest 200 at most.
 */
export async function searchParcels(
  db: Db,
  where: RawBuilder<unknown>,
  search: string,
  reader: Reader,
  { offset, limit }: Page,
): Promise<{ readonly items: StaffInboundParcel[]; readonly total: number }> {
  const searched = { table: sql`inbound_parcels`, text: sql`p.searched_text`, where, most: found };
  const part = normaliseTrackingNumber(search);
  const [byText, byOwner] = await Promise.all([
    part === "" ? null : newestWithPart(db, searched, part),
    matchingOwners(db, where, search, reader),
  ]);
  const queries = [...(byText === null ? [] : [byText]), ...byOwner];
  if (queries.length === 0) return { items: [], total: 0 };
  // Only the search is planned at each call: to plan the joins of what is shown takes longer than to run them.
  const { rows } = await sql<{ total: number; ids: string[] }>`
    ${sql.raw(plannedForItsValues)}
    with found as materialized (
      select * from (${sql.join(queries, sql` union `)}) p ${newestFirst} limit ${found}
    )
    select count(*)::int as total,
      array(select id::text from found p ${newestFirst} offset ${offset} limit ${limit}) as ids
    from found
  `.execute(db);
  const { total, ids } = rows[0] ?? { total: 0, ids: [] };
  return { items: await listAnyParcels(db, ids, reader), total };
}

/** Those of any customers' parcels among `parcelIds`, in that order. */
export async function listAnyParcels(
  db: Db,
  parcelIds: readonly string[],
  reader: Reader,
): Promise<StaffInboundParcel[]> {
  if (parcelIds.length === 0) return [];
  const { rows } = await sql<StaffRow>`
    select ${staffColumns} from inbound_parcels p ${joined} where p.id = any(${parcelIds}::uuid[])
  `.execute(db);
  const byId = new Map(rows.map((row) => [row.id, toStaffParcel(row, reader)]));
  return parcelIds.flatMap((id) => byId.get(id) ?? []);
}

/** The customer who has a member code. */
export async function findOwnerByCode(
  db: Db,
  memberCode: string,
  reader: Reader,
): Promise<ParcelOwner | undefined> {
  const { rows } = await sql<OwnerRow & { readonly userId: string }>`
    select member_codes.user_id, ${ownerColumns}
    from member_codes join profiles on profiles.id = member_codes.user_id
    where member_codes.code = ${memberCode}
  `.execute(db);
  const [row] = rows;
  return row && toOwner(row, row.userId, reader);
}

/** Customers by the ids of their accounts. */
export async function listOwners(
  db: Db,
  userIds: readonly string[],
  reader: Reader,
): Promise<ReadonlyMap<string, ParcelOwner>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<OwnerRow & { readonly userId: string }>`
    select profiles.id as user_id, ${ownerColumns}
    from profiles left join member_codes on member_codes.user_id = profiles.id
    where profiles.id = any(${userIds}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.userId, toOwner(row, row.userId, reader)]));
}
