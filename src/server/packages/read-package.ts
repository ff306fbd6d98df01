import type { Package, PackageEvent, PackageImage } from "#contract/packages.ts";
import { apiError } from "#contract/errors.ts";
import type { PackageCharge } from "#contract/wallet.ts";
import type { SignedInContext } from "#server/context.ts";
import { listPackageCharges } from "#server/wallet/list-package-charges.ts";
import { toPackageImage } from "./files/file-link.ts";
import { listEvents } from "./event-queries.ts";
import { listImages } from "./images/image-queries.ts";
import { findShipment } from "./package-queries.ts";

/** The package with its legs, images, events and freight. Throws `not_found`, also for another customer's. */
export async function readPackage(
  context: SignedInContext,
  input: { readonly packageId: string },
): Promise<{
  package: Package;
  images: PackageImage[];
  events: PackageEvent[];
  charges: PackageCharge[];
}> {
  const { db, session } = context;
  const pkg = await findShipment(db, input.packageId);
  if (pkg === undefined || pkg.userId !== session.person.id) throw apiError("not_found");
  const [images, events, charges] = await Promise.all([
    listImages(db, pkg.id),
    listEvents(db, pkg.id),
    listPackageCharges(db, { userId: pkg.userId, packageId: pkg.id }),
  ]);
  return {
    package: pkg,
    images: images.map((image) => toPackageImage(context, image)),
    events: events.map(({ actorEmail: _adminsOnly, ...event }) => event),
    charges,
  };
}
