import type { OwnPackageDetails } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import { returnsQuota } from "#goods/rules/package-change.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { findCurrentMonth } from "#money/server/plans/current-month.ts";
import { listPackageCharges } from "#money/server/wallet/list-package-charges.ts";
import { listCarrierEvents } from "#goods/server/tracking/list-carrier-events.ts";
import { toPackageImage } from "./images/to-package-image.ts";
import { listCustomerEvents } from "./customer-events.ts";
import { listImages } from "./images/image-queries.ts";
import { findShipment, getQuotaUse } from "./package-queries.ts";
import { readEstimates } from "./read-estimates.ts";
import { findRecipient } from "./recipient-queries.ts";
import "./announcements.ts";

/** The package with its recipient, legs, images, events, freight and extra services. Throws `not_found`, also for another customer's. */
export async function readPackage(
  context: SignedInContext,
  input: { readonly packageId: string },
): Promise<OwnPackageDetails> {
  const { db, listeners, session, language } = context;
  const pkg = await findShipment(db, input.packageId);
  if (pkg === undefined || pkg.userId !== session.person.id) throw apiError("not_found");
  const [
    images,
    events,
    carrierEvents,
    estimates,
    charges,
    recipient,
    quotaUse,
    month,
    extraServices,
  ] = await Promise.all([
    listImages(db, pkg.id),
    listCustomerEvents(db, pkg.id),
    listCarrierEvents(db, pkg.id),
    readEstimates(context, pkg),
    listPackageCharges(db, { userId: pkg.userId, packageId: pkg.id, language }),
    findRecipient(db, pkg.id),
    getQuotaUse(db, pkg.id),
    findCurrentMonth(db, pkg.userId),
    listeners.ordersOfSubject(context, { packageId: pkg.id }),
  ]);
  return {
    package: pkg,
    images: images.map((image) => toPackageImage(context, image)),
    events,
    carrierEvents,
    estimates,
    charges,
    recipient,
    extraServices,
    returnsQuota: returnsQuota(quotaUse, month, context.now()),
  };
}
