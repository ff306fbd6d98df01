// The SQL about the list of a customer's parcels.
import { sql, type RawBuilder } from "kysely";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import {
  groupOf,
  inboundParcelGroups,
  inboundParcelStates,
  type InboundParcelGroup,
} from "#goods/rules/inbound-parcel.ts";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { FileServices } from "#platform/server/packages/files/file-link.ts";
import { listOwnParcels } from "./inbound-parcel-queries.ts";

/** How many parcels there are in each group. */
export type GroupCounts = Record<InboundParcelGroup, number>;

type Filter = {
  readonly group: InboundParcelGroup | null;
  readonly packageId: string | null;
  readonly search: string;
};

/** A search reads the newest ones up to this number. */
export const maxSearchedParcels = 10_000;

const newestFirst = sql`order by p.created_at desc, p.id desc`;

function isInGroup(group: InboundParcelGroup): RawBuilder<unknown> {
  const states = inboundParcelStates.filter((state) => groupOf(state) === group);
  return sql`p.state in (${sql.join(states.map((state) => sql.lit(state)))})`;
}

/** Whether the number, in groups or not, or a text of parcel `p` contains `search`, in any case and width. */
function matches(search: string): RawBuilder<unknown> {
  const texts = sql`position(search_key(${search})
    in search_key(p.shop || chr(10) || p.order_reference || chr(10) || p.description)) > 0`;
  const part = normaliseTrackingNumber(search);
  if (part === "") return sql`(${texts})`;
  return sql`(position(${part} in p.searched_text) > 0 or ${texts})`;
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
  { group, packageId, search }: Filter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ items: InboundParcel[]; total: number; counts: GroupCounts }> {
  const own = sql`p.user_id = ${userId} ${packageId === null ? sql`` : sql`and p.package_id = ${packageId}`}`;
  const listed = sql`select p.* from inbound_parcels p
    where ${own} ${group === null ? sql`` : sql`and ${isInGroup(group)}`} ${newestFirst}`;
  const found = sql`select p.id, p.created_at from (${listed} limit ${maxSearchedParcels}) p
    where ${matches(search)}`;
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
