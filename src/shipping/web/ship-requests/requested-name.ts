import type { ShipRequest } from "#shipping/contract/ship-requests.ts";

/** A parcel of a request. */
export type RequestedParcel = ShipRequest["parcels"][number];

/** The tracking number of a parcel, or the code on our label where it came without one. */
export function requestedName({ trackingNumber, labelCode }: RequestedParcel): string {
  return trackingNumber ?? labelCode;
}
