import type { QrLabel } from "#contract/admin-package-files.ts";
import { apiError } from "#contract/errors.ts";
import { roleAccess } from "#core/role-access.ts";
import { mayUse } from "#core/staff-role.ts";
import type { SignedInContext } from "#server/context.ts";
import { toQrCode } from "./describe-qr-code.ts";
import { findCode } from "./qr-code-queries.ts";
import { seesContacts } from "#server/packages/describe-shipment.ts";
import { findShipment } from "#server/packages/package-queries.ts";
import { findRecipient } from "#server/packages/recipient-queries.ts";

/**
 * A scanned QR code with its package and the facts on its label; the recipient is for those who print labels or see
 * contacts. Throws `not_found`.
 */
export async function readQrCode(
  context: SignedInContext,
  input: { readonly qrCodeId: string },
): Promise<QrLabel> {
  const { db } = context;
  const { person } = context.session;
  const code = await findCode(db, input.qrCodeId);
  if (code === undefined) throw apiError("not_found");
  const shipment = await findShipment(db, code.packageId);
  const leg = shipment?.legs.find(({ legNumber }) => legNumber === code.legNumber);
  if (shipment === undefined || leg === undefined) throw apiError("not_found");
  return {
    qrCode: toQrCode(context, code),
    trackingNumber: shipment.trackingNumber,
    legCount: shipment.legs.length,
    origin: leg.origin,
    destination: leg.destination,
    carrier: leg.carrier,
    weightGrams: shipment.finalWeightGrams ?? shipment.estimatedWeightGrams,
    isWeightFinal: shipment.finalWeightGrams !== null,
    recipient:
      mayUse(person, roleAccess.packing) || seesContacts(person)
        ? await findRecipient(db, shipment.id)
        : null,
    packageDestination: shipment.destination,
  };
}
