import type { StaffInboundParcel, StaffInboundParcelEvent } from "#contract/inbound-parcels.ts";
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { seesCustomers } from "./sees-customers.ts";
import { findAnyParcel, listAnyParcelEvents } from "./all-parcels-queries.ts";

/** A parcel with its owner and history, oldest event first. Throws `not_found`. */
export async function readAnyInboundParcel(
  context: SignedInContext,
  { inboundParcelId }: { readonly inboundParcelId: string },
): Promise<{ parcel: StaffInboundParcel; events: StaffInboundParcelEvent[] }> {
  const reader = { seesCustomers: seesCustomers(context) };
  const parcel = await findAnyParcel(context.db, inboundParcelId, reader);
  if (parcel === undefined) throw apiError("not_found");
  return { parcel, events: await listAnyParcelEvents(context.db, inboundParcelId, reader) };
}
