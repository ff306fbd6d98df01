// Reads one of the own packages.
import type { Package, PackageEvent, PackageImage } from "#contract/packages.ts";
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { imageOnWire } from "./image-link.ts";
import { selectEvents, selectImages, selectShipment } from "./package-queries.ts";

/** The package with its legs, images and events. Refuses with `not_found`, also when it is another's. */
export async function readPackage(
  context: SignedInContext,
  input: { readonly packageId: string },
): Promise<{ package: Package; images: PackageImage[]; events: PackageEvent[] }> {
  const { db, session } = context;
  const pkg = await selectShipment(db, input.packageId);
  if (pkg === undefined || pkg.userId !== session.person.id) throw apiError("not_found");
  const [images, events] = await Promise.all([selectImages(db, pkg.id), selectEvents(db, pkg.id)]);
  return {
    package: pkg,
    images: images.map((image) => imageOnWire(context, image)),
    events: events.map(({ actorEmail: _staffAlone, ...event }) => event),
  };
}
