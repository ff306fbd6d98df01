import type { ShipmentDetails } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listPackageCharges } from "#money/server/wallet/list-package-charges.ts";
import { describeEvents, describeShipment, seesContacts } from "./describe-shipment.ts";
import { listCarrierEvents } from "#goods/server/tracking/list-carrier-events.ts";
import { toPackageImage } from "./images/to-package-image.ts";
import { listEvents } from "./event-queries.ts";
import { listImages } from "./images/image-queries.ts";
import { findRecipient } from "./recipient-queries.ts";
import { findPlanMaxWeightGrams, findShipment } from "./package-queries.ts";
import { readEstimates } from "./read-estimates.ts";

/**
 * The package with its customer, legs, images, events, freight and the limit of the customer's plan, as far as the reader
 * may see them. Throws `not_found`.
 */
export async function readShipment(
  context: SignedInContext,
  input: { readonly packageId: string },
): Promise<ShipmentDetails> {
  const { db, language } = context;
  const { person } = context.session;
  const pkg = await findShipment(db, input.packageId);
  if (pkg === undefined) throw apiError("not_found");
  const [images, events, carrierEvents, estimates, charges, planMaxWeightGrams, recipient] =
    await Promise.all([
      listImages(db, pkg.id),
      listEvents(db, pkg.id),
      listCarrierEvents(db, pkg.id),
      readEstimates(context, pkg),
      mayUse(person, roleAccess.money)
        ? listPackageCharges(db, { userId: pkg.userId, packageId: pkg.id, language })
        : null,
      findPlanMaxWeightGrams(db, pkg.userId),
      seesContacts(person) ? findRecipient(db, pkg.id) : null,
    ]);
  return {
    package: describeShipment(person, pkg),
    images: images.map((image) => toPackageImage(context, image)),
    events: describeEvents(person, events),
    carrierEvents,
    estimates,
    charges,
    planMaxWeightGrams,
    recipient,
  };
}
