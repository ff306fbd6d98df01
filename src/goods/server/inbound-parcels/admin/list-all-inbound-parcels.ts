import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { staffListLimits, type InboundParcelFilter } from "#goods/rules/inbound-parcel.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { readerOf } from "./reader-of.ts";
import {
  countParcels,
  filterConditions,
  listParcelsPage,
  searchParcels,
} from "./all-parcels-queries.ts";

type ParcelsPage = {
  items: StaffInboundParcel[];
  total: number;
  counts: Record<InboundParcelFilter, number>;
};

/**
 * One page of the parcels of a filter, newest first. `search` is part of a number, label code, order reference or member
 * code or, for roles that see customers, of a name or email. `total` counts the matches: at most 200 of a search, and
 * otherwise up to the next full 200 beyond the page, 10,000 at most. `counts` has those of each filter, whatever the
 * search, at most 200 each. With `storageLocationId` all of it is about what lies there now.
 */
export async function listAllInboundParcels(
  context: SignedInContext,
  input: {
    readonly filter: InboundParcelFilter;
    readonly storageLocationId: string | null;
    readonly search: string;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<ParcelsPage> {
  const { db } = context;
  const { filter, search, pageSize } = input;
  const page = { offset: (input.page - 1) * pageSize, limit: pageSize };
  const reader = readerOf(context);
  const { counted, listed } = staffListLimits;
  const end = Math.min(page.offset + page.limit, listed - 1);
  const upTo = search === "" ? (Math.floor(end / counted) + 1) * counted : counted;
  const conditions = await filterConditions(db, context.now(), input.storageLocationId);
  const counting = countParcels(db, conditions, { filter, upTo });
  if (search !== "") {
    const found = await searchParcels(db, conditions[filter], search, reader, page);
    return { ...found, counts: await counting };
  }
  const [items, counts] = await Promise.all([
    listParcelsPage(db, conditions[filter], reader, page),
    counting,
  ]);
  const total = counts[filter];
  return { items, total, counts: { ...counts, [filter]: Math.min(total, counted) } };
}
