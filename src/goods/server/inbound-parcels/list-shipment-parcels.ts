import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listParcelsOfPackage } from "./inbound-parcel-queries.ts";

const maxParcels = 200;

/** The parcels that any customer's package gathers, newest first, at most 200; none for a package that does not exist. */
export async function listShipmentParcels(
  context: SignedInContext,
  { packageId }: { readonly packageId: string },
): Promise<{ items: InboundParcel[] }> {
  return { items: await listParcelsOfPackage(context, context.db, packageId, maxParcels) };
}
