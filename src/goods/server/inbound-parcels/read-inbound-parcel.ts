import type { CarrierEvent } from "#tracking/contract/carrier-events.ts";
import type { InboundParcel, InboundParcelEvent } from "#goods/contract/inbound-parcels.ts";
import type { OwnPackageDetails } from "#goods/contract/packages.ts";
import type { ParcelImage } from "#goods/contract/parcel-measurements.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listCourierEvents } from "#goods/server/tracking/list-carrier-events.ts";
import { listOwnEvents } from "./event-queries.ts";
import { listParcelImages } from "./images/list-parcel-images.ts";
import { listOwnParcels } from "./inbound-parcel-queries.ts";
import "#goods/server/packages/announcements.ts";

/** An own parcel with what its courier reports, what was ordered for it, and its history, oldest first. Throws `not_found`, also for another customer's. */
export async function readInboundParcel(
  context: SignedInContext,
  { inboundParcelId }: { readonly inboundParcelId: string },
): Promise<{
  parcel: InboundParcel;
  images: ParcelImage[];
  carrierEvents: CarrierEvent[];
  events: InboundParcelEvent[];
  extraServices: OwnPackageDetails["extraServices"];
}> {
  const { db, listeners, session } = context;
  const userId = session.person.id;
  const [parcel] = await listOwnParcels(context, db, userId, [inboundParcelId]);
  if (parcel === undefined) throw apiError("not_found");
  const events = await listOwnEvents(db, userId, [parcel.id]);
  const images = await listParcelImages(context, parcel.id);
  const carrierEvents = await listCourierEvents(db, parcel.id);
  const extraServices = await listeners.ordersOfSubject(context, { inboundParcelId: parcel.id });
  return { parcel, images, carrierEvents, events: events.get(parcel.id) ?? [], extraServices };
}
