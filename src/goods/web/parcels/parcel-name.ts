import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";

/** The tracking number of a parcel, or the code on our label where it came without one. */
export function parcelName(parcel: Pick<InboundParcel, "trackingNumber" | "labelCode">): string {
  return parcel.trackingNumber ?? parcel.labelCode;
}
