// The SQL of the search of all customers' packages.
import { sql, type RawBuilder } from "kysely";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { parsePackageNumber } from "#goods/rules/package-number.ts";
import "#goods/server/announcements.ts";
import { byPhone, listMatchingUserIds, userContains } from "#people/server/db/members.ts";
import type { AppServices } from "#platform/server/context.ts";
import { plannedForItsValues } from "#platform/server/db/named-statements.ts";
import {
  containsLongPart,
  isLongPart,
  newestMatching,
  newestWithPart,
  type SearchedTable,
} from "#platform/server/db/search-by-part.ts";
import {
  asJson,
  conditions,
  customer,
  maxFound,
  newestFirst,
  withIsoTimes,
  type PackageFilter,
  type Page,
  type StaffPackageListItem,
} from "./list-queries.ts";
import { firstImageColumn } from "./picture-queries.ts";

function searchedPackages(filter: PackageFilter): SearchedTable {
  return {
    table: sql`packages`,
    text: sql`replace(p.tracking_number, '-', '')`,
    where: conditions(filter),
    most: maxFound,
  };
}

/**
 * The packages whose tracking number contains `part` or, of six characters and more, the number of a leg or the number or
 * code of a parcel, or whose label, ship request or manifest has it.
 */
async function matchingNumber(
  { db, listeners }: Pick<AppServices, "db" | "listeners">,
  filter: PackageFilter,
  part: string,
): Promise<RawBuilder<unknown>[]> {
  // Numbers hold only these characters, so that any other search is for a name or email alone.
  if (!/^[A-Z0-9]+$/.test(part)) return [];
  const searched = searchedPackages(filter);
  const ofLegs = sql`select package_id from shipping_legs
    where tracking_number is not null and ${containsLongPart(sql`compared_number(tracking_number)`, part)} limit ${maxFound}`;
  const ofParcels = sql`select package_id from inbound_parcels
    where ${containsLongPart(sql`searched_text`, part)} and package_id is not null limit ${maxFound}`;
  const others = [
    ...(isLongPart(part) ? [ofLegs, ofParcels] : []),
    ...listeners.packageIdsOfNumber(part, maxFound),
  ];
  const found = others.map((ids) => newestMatching(searched, sql`p.id = any(array(${ids}))`));
  return [await newestWithPart(db, searched, part), ...found];
}

function matchingUsers(
  filter: PackageFilter,
  search: string,
  users: readonly string[] | null,
): RawBuilder<unknown>[] {
  if (users === null) {
    const owners = sql`join profiles on profiles.id = p.user_id`;
    return [newestMatching(searchedPackages(filter), userContains(search), owners)];
  }
  if (users.length === 0) return [];
  return [newestMatching(searchedPackages(filter), sql`p.user_id = any(${users}::uuid[])`)];
}

/** The packages whose recipient's phone number ends as `search` does. */
function matchingRecipient(filter: PackageFilter, search: string): RawBuilder<unknown>[] {
  return byPhone(search, sql`package_recipients`).map((isPhone) => {
    const ids = sql`select package_id from package_recipients where ${isPhone} limit ${maxFound}`;
    return newestMatching(searchedPackages(filter), sql`p.id = any(array(${ids}))`);
  });
}

/**
 * One page of the packages that a number of them, their legs, parcels, labels and ship requests finds, or with
 * `includesCustomers` a part of their customer's name or email, their member code or phone number, in any case and width,
 * or their recipient's phone number, newest first, and how many match: the newest `maxFound` at most.
 */
export async function searchPackages(
  services: Pick<AppServices, "db" | "listeners">,
  filter: PackageFilter,
  { search, includesCustomers }: { readonly search: string; readonly includesCustomers: boolean },
  page: Page,
): Promise<{ readonly items: StaffPackageListItem[]; readonly total: number }> {
  const { db } = services;
  const [numbers, users] = await Promise.all([
    matchingNumber(services, filter, normaliseTrackingNumber(search)),
    includesCustomers ? listMatchingUserIds(db, search, maxFound) : [],
  ]);
  const number = parsePackageNumber(search);
  const named = sql`p.number = ${number}`;
  const found = [
    ...(number === null ? [] : [newestMatching(searchedPackages(filter), named)]),
    ...numbers,
    ...matchingUsers(filter, search, users),
    ...(includesCustomers ? matchingRecipient(filter, search) : []),
  ];
  if (found.length === 0) return { items: [], total: 0 };
  const shown = sql`(
    select id from found p ${newestFirst} offset ${page.offset} limit ${page.limit}
  ) shown join packages p on p.id = shown.id join profiles on profiles.id = p.user_id`;
  const { rows } = await sql<{ total: number; items: StaffPackageListItem[] }>`
    ${sql.raw(plannedForItsValues)}
    with found as materialized (
      select * from (${sql.join(found, sql` union `)}) p ${newestFirst} limit ${maxFound}
    )
    select (select count(*)::int from found) as total, ${asJson(shown, sql`${firstImageColumn} ${customer}`)}
  `.execute(db);
  return { items: withIsoTimes(rows[0]?.items ?? []), total: rows[0]?.total ?? 0 };
}
