// Turns rows about packages into what the API shows of them.
import type { Shipment, ShippingLeg } from "#contract/packages.ts";
import type { PackageRow, ShippingLegRow } from "#server/db/tables/packages.ts";

function legOf(row: ShippingLegRow): ShippingLeg {
  return {
    id: row.id,
    packageId: row.packageId,
    legNumber: row.legNumber,
    origin: row.origin,
    destination: row.destination,
    carrier: row.carrier,
    trackingNumber: row.trackingNumber,
    estimatedDeparture: row.estimatedDeparture?.toISOString() ?? null,
    estimatedArrival: row.estimatedArrival?.toISOString() ?? null,
    notes: row.notes,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** A package as it is stored, with its customer's address. */
export type ShipmentRow = PackageRow & { readonly email: string };

/** The package with those of `legs` that are its own. */
export function shipmentOf(row: ShipmentRow, legs: readonly ShippingLegRow[]): Shipment {
  return {
    id: row.id,
    userId: row.userId,
    userEmail: row.email,
    trackingNumber: row.trackingNumber,
    origin: row.origin,
    destination: row.destination,
    description: row.description,
    estimatedWeightGrams: row.estimatedWeightGrams,
    finalWeightGrams: row.finalWeightGrams,
    imagesCount: row.imagesCount,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    legs: legs.filter((leg) => leg.packageId === row.id).map(legOf),
  };
}
