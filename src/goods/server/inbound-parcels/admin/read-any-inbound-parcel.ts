import type { CarrierEvent } from "#tracking/contract/carrier-events.ts";
import type {
  StaffInboundParcel,
  StaffInboundParcelEvent,
} from "#goods/contract/inbound-parcels.ts";
import type { ParcelImage, StaffReceivingRecord } from "#goods/contract/parcel-measurements.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listParcelImages } from "#goods/server/inbound-parcels/images/list-parcel-images.ts";
import { listReceivingRecords } from "#goods/server/receiving/list-receiving-records.ts";
import { listCourierEvents } from "#goods/server/tracking/list-carrier-events.ts";
import { listAnyParcelEvents, listAnyParcels } from "./all-parcels-queries.ts";
import { readerOf } from "./reader-of.ts";

type ParcelDetails = {
  parcel: StaffInboundParcel;
  images: ParcelImage[];
  carrierEvents: CarrierEvent[];
  records: StaffReceivingRecord[];
  events: StaffInboundParcelEvent[];
};

/**
 * A parcel with its owner, photos, what its courier reports, receiving records and history, the last two oldest first.
 * Throws `not_found`.
 */
export async function readAnyInboundParcel(
  context: SignedInContext,
  { inboundParcelId }: { readonly inboundParcelId: string },
): Promise<ParcelDetails> {
  const { db } = context;
  const reader = readerOf(context);
  const [parcel] = await listAnyParcels(db, [inboundParcelId], reader);
  if (parcel === undefined) throw apiError("not_found");
  return {
    parcel,
    images: await listParcelImages(context, inboundParcelId),
    carrierEvents: await listCourierEvents(db, inboundParcelId),
    records: await listReceivingRecords(db, inboundParcelId, reader),
    events: await listAnyParcelEvents(db, inboundParcelId, reader),
  };
}
