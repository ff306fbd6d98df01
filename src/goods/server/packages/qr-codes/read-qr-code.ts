import type { QrLabel } from "#goods/contract/admin-package-files.ts";
import { apiError } from "#platform/contract/errors.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { toQrCode } from "./describe-qr-code.ts";
import { findCode } from "./qr-code-queries.ts";
import { seesContacts } from "#goods/server/packages/describe-shipment.ts";
import { findShipment } from "#goods/server/packages/package-queries.ts";
import { findRecipient } from "#goods/server/packages/recipient-queries.ts";

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
  const pkg = await findShipment(db, code.packageId);
  const leg = pkg?.legs.find(({ legNumber }) => legNumber === code.legNumber);
  if (pkg === undefined || leg === undefined) throw apiError("not_found");
  return {
    qrCode: toQrCode(context, code),
    trackingNumber: pkg.trackingNumber,
    legCount: pkg.legs.length,
    origin: leg.origin,
    destination: leg.destination,
    carrier: leg.carrier,
    weightGrams: pkg.finalWeightGrams ?? pkg.estimatedWeightGrams,
    isWeightFinal: pkg.finalWeightGrams !== null,
    recipient:
      mayUse(person, roleAccess.packing) || seesContacts(person)
        ? await findRecipient(db, pkg.id)
        : null,
    packageDestination: pkg.destination,
  };
}
