import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { InboundParcelGroup } from "#goods/rules/inbound-parcel.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listParcelsPage, type GroupCounts } from "./list-queries.ts";

/**
 * One page of the own parcels of a group or package, newest first, how many match, and how many there are in each group.
 * A search reads the newest 10,000.
 */
export async function listInboundParcels(
  context: SignedInContext,
  input: {
    readonly group: InboundParcelGroup | null;
    readonly packageId: string | null;
    readonly search: string;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: InboundParcel[]; total: number; counts: GroupCounts }> {
  const { page, pageSize, ...filter } = input;
  return await listParcelsPage(context, context.db, context.session.person.id, filter, {
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
}
