// Reads what a scanned QR code stands for.
import type { QrLabel } from "#contract/office-package-files.ts";
import { refusal } from "#contract/problems.ts";
import type { SignedInContext } from "#server/context.ts";
import { codeOnWire } from "./codes/describe-code.ts";
import { selectCode } from "./codes/store.ts";
import { selectShipment } from "./store.ts";

/** The code with its package and what its label says. Refuses with `not_found`. */
export async function readQrCode(
  context: SignedInContext,
  input: { readonly qrCodeId: string },
): Promise<QrLabel> {
  const { db } = context;
  const code = await selectCode(db, input.qrCodeId);
  if (code === undefined) throw refusal("not_found");
  const shipment = await selectShipment(db, code.package_id);
  const leg = shipment?.legs.find(({ legNumber }) => legNumber === code.leg_number);
  if (shipment === undefined || leg === undefined) throw refusal("not_found");
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
