import type { InboundParcel, InboundParcelEvent } from "#contract/inbound-parcels.ts";
import type { SignedInContext } from "#server/context.ts";
import { listOwnEvents } from "./event-queries.ts";
import { listAllOwnParcels } from "./inbound-parcel-queries.ts";

/** All own parcels with their history, newest first, for the export of the account. */
export async function exportInboundParcels(
  context: SignedInContext,
): Promise<{ parcel: InboundParcel; events: InboundParcelEvent[] }[]> {
  const { db, session } = context;
  const userId = session.person.id;
  const parcels = await listAllOwnParcels(context, db, userId);
  const events = await listOwnEvents(
    db,
    userId,
    parcels.map(({ id }) => id),
  );
  return parcels.map((parcel) => ({ parcel, events: events.get(parcel.id) ?? [] }));
}
