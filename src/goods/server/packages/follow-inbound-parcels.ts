// A package's leg to the warehouse, its counts and its stage follow from the parcels that it gathers.
import { deriveInboundLegStatus, isInboundLeg } from "#goods/rules/package-stage.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listParcelStates } from "#goods/server/inbound-parcels/list-parcel-states.ts";
import { updateDerivedStatus } from "./change-shipment.ts";
import { updateLegRow } from "./legs/leg-queries.ts";
import { findShipment } from "./package-queries.ts";
import { recordEvent } from "./record-event.ts";
import { saveStage } from "./update-stage.ts";

/**
 * Stores what follows from the parcels of a package, after one of them was added, taken out or changed its state. The
 * package's row must be locked. Returns whether the package is complete now and was not before. Throws `not_found`.
 */
export async function updatePackageFromParcels(
  context: ActingContext,
  db: Db,
  packageId: string,
): Promise<boolean> {
  const parcelStates = await listParcelStates(db, packageId);
  const shipment = await findShipment(db, packageId);
  if (shipment === undefined) throw apiError("not_found");
  let isLegChanged = false;
  // Not the last leg: delivered, it would make the whole package delivered.
  const inboundLegs = shipment.legs.slice(0, -1).filter((leg) => isInboundLeg(leg, shipment));
  for (const leg of inboundLegs) {
    const status = deriveInboundLegStatus(leg.status, parcelStates);
    if (status === leg.status) continue;
    isLegChanged = true;
    const now = context.now();
    await updateLegRow(db, leg.id, {
      status,
      statusSource: "route",
      statusSince: now,
      ...(status === "delivered" && { arrivedAt: now }),
      updatedAt: now,
    });
    await recordEvent(context, db, {
      packageId,
      kind: "leg_status_changed",
      legNumber: leg.legNumber,
      before: leg.status,
      after: status,
    });
  }
  if (isLegChanged) await updateDerivedStatus(context, db, packageId);
  const stage = isLegChanged
    ? (await findShipment(db, packageId))?.stage
    : await saveStage(db, { ...shipment, parcelStates });
  return stage === "ready" && shipment.stage !== "ready";
}
