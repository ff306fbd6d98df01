// Reads what a scanned QR code stands for.
import type { QrLabel } from "#contract/admin-package-files.ts";
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { codeOnWire } from "./describe-qr-code.ts";
import { selectCode } from "./qr-code-queries.ts";
import { selectShipment } from "#server/packages/package-queries.ts";

/** The code with its package and what its label says. Refuses with `not_found`. */
export async function readQrCode(
  context: SignedInContext,
  input: { readonly qrCodeId: string },
): Promise<QrLabel> {
  const { db } = context;
  const code = await selectCode(db, input.qrCodeId);
  if (code === undefined) throw apiError("not_found");
  const shipment = await selectShipment(db, code.packageId);
  const leg = shipment?.legs.find(({ legNumber }) => legNumber === code.legNumber);
  if (shipment === undefined || leg === undefined) throw apiError("not_found");
  return {
    qrCode: codeOnWire(context, code),
    trackingNumber: shipment.trackingNumber,
    legCount: shipment.legs.length,
    origin: leg.origin,
    destination: leg.destination,
    carrier: leg.carrier,
    weightGrams: shipment.finalWeightGrams ?? shipment.estimatedWeightGrams,
    isWeightFinal: shipment.finalWeightGrams !== null,
  };
}
