import type { CarrierEvent } from "#contract/carrier-events.ts";
import type { OrderedExtraService } from "#contract/ordered-extra-services.ts";
import type { InboundParcel, InboundParcelEvent } from "#contract/inbound-parcels.ts";
import type { ParcelImage } from "#contract/parcel-measurements.ts";
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { readOwnOrders } from "#server/extra-services/read-orders.ts";
import { listCourierEvents } from "#server/tracking/list-carrier-events.ts";
import { listOwnEvents } from "./event-queries.ts";
import { listParcelImages } from "./images/list-parcel-images.ts";
import { listOwnParcels } from "./inbound-parcel-queries.ts";

/** An own parcel with what its courier reports, what was ordered for it, and its history, oldest first. Throws `not_found`, also for another customer's. */
export async function readInboundParcel(
  context: SignedInContext,
  { inboundParcelId }: { readonly inboundParcelId: string },
): Promise<{
  parcel: InboundParcel;
  images: ParcelImage[];
  carrierEvents: CarrierEvent[];
  events: InboundParcelEvent[];
  extraServices: OrderedExtraService[];
}> {
  const { db, session } = context;
  const userId = session.person.id;
  const [parcel] = await listOwnParcels(context, db, userId, [inboundParcelId]);
  if (parcel === undefined) throw apiError("not_found");
  const events = await listOwnEvents(db, userId, [parcel.id]);
  const images = await listParcelImages(context, parcel.id);
  const carrierEvents = await listCourierEvents(db, parcel.id);
  const extraServices = await readOwnOrders(context, { inboundParcelId: parcel.id });
  return { parcel, images, carrierEvents, events: events.get(parcel.id) ?? [], extraServices };
}
