// Reads one package for staff, with what its customer's plan allows.
import type { ShipmentDetails } from "#contract/packages.ts";
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { imageOnWire } from "./image-link.ts";
import {
  selectEvents,
  selectImages,
  selectPlanMaxWeight,
  selectShipment,
} from "./package-queries.ts";

/** The package with its customer, legs, images and events. Refuses with `not_found`. */
export async function readShipment(
  context: SignedInContext,
  input: { readonly packageId: string },
): Promise<ShipmentDetails> {
  const { db } = context;
  const shipment = await selectShipment(db, input.packageId);
  if (shipment === undefined) throw apiError("not_found");
  const [images, events, planMaxWeightGrams] = await Promise.all([
    selectImages(db, shipment.id),
    selectEvents(db, shipment.id),
    selectPlanMaxWeight(db, shipment.userId),
  ]);
  return {
    package: shipment,
    images: images.map((image) => imageOnWire(context, image)),
    events,
    planMaxWeightGrams,
  };
}
