// Turns rows about packages into what the API shows of them.
import type { Shipment, ShippingLeg } from "#contract/packages.ts";
import type { PackageRow, ShippingLegRow } from "#server/db/tables/packages.ts";

function legOf(row: ShippingLegRow): ShippingLeg {
  return {
    id: row.id,
    packageId: row.package_id,
    legNumber: row.leg_number,
    origin: row.origin,
    destination: row.destination,
    carrier: row.carrier,
    trackingNumber: row.tracking_number,
    estimatedDeparture: row.estimated_departure?.toISOString() ?? null,
    estimatedArrival: row.estimated_arrival?.toISOString() ?? null,
    notes: row.notes,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** A package as it is stored, with its customer's address. */
export type ShipmentRow = PackageRow & { readonly email: string };

/** The package with those of `legs` that are its own. */
export function shipmentOf(row: ShipmentRow, legs: readonly ShippingLegRow[]): Shipment {
  return {
    id: row.id,
    userId: row.user_id,
    userEmail: row.email,
    trackingNumber: row.tracking_number,
    origin: row.origin,
    destination: row.destination,
    description: row.description,
    estimatedWeightGrams: row.estimated_weight_grams,
    finalWeightGrams: row.final_weight_grams,
    imagesCount: row.images_count,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    legs: legs.filter((leg) => leg.package_id === row.id).map(legOf),
  };
}
