import type { SharedPackage } from "#goods/contract/package-shares.ts";
import { apiError } from "#platform/contract/errors.ts";
import { sharedEvent, shareEndsAt, sharedWhenDeliveredAfter } from "#goods/rules/package-share.ts";
import type { Context } from "#platform/server/context.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { fileUrl } from "#platform/server/packages/files/file-link.ts";
import { listImages } from "#goods/server/packages/images/image-queries.ts";
import { findShipment, type StoredShipment } from "#goods/server/packages/package-queries.ts";
import { readEstimates } from "#goods/server/packages/read-estimates.ts";
import { listCarrierEvents } from "#goods/server/tracking/list-carrier-events.ts";
import { countView } from "./share-queries.ts";
import { readShareToken } from "./share-token.ts";

function sharedLeg(leg: StoredShipment["legs"][number]): SharedPackage["legs"][number] {
  return {
    legNumber: leg.legNumber,
    origin: leg.origin,
    destination: leg.destination,
    carrier: leg.carrier,
    estimatedDeparture: leg.estimatedDeparture,
    estimatedArrival: leg.estimatedArrival,
    status: leg.status,
    departedAt: leg.departedAt,
    arrivedAt: leg.arrivedAt,
  };
}

async function listSharedPhotos(context: Context, packageId: string) {
  const images = await listImages(context.db, packageId);
  return images.map(({ id }) => ({
    imageUrl: fileUrl(context, id, "shared-image"),
    thumbnailUrl: fileUrl(context, id, "shared-thumbnail"),
  }));
}

/**
 * The package that a link shares, without whose it is, its number, what is in it and what it cost. Throws `not_found`
 * alike for a token that never was one and for a link that ended, and `too_many_requests`.
 */
export async function readShared(
  context: Context,
  { token }: { readonly token: string },
): Promise<SharedPackage> {
  const { db, now, ipAddress } = context;
  await countAttempt(db, "sharedPackagesPerAddress", ipAddress, now());
  const shareId = readShareToken(context, token);
  const share =
    shareId === null ? undefined : await countView(db, shareId, sharedWhenDeliveredAfter(now()));
  const pkg = share === undefined ? undefined : await findShipment(db, share.packageId);
  if (share === undefined || pkg === undefined) throw apiError("not_found");
  const [events, estimates, photos] = await Promise.all([
    listCarrierEvents(db, pkg.id),
    readEstimates(context, pkg),
    share.hasPhotos ? listSharedPhotos(context, pkg.id) : [],
  ]);
  const deliveredAt = pkg.deliveredAt === null ? null : new Date(pkg.deliveredAt);
  return {
    origin: pkg.origin,
    destination: pkg.destination,
    status: pkg.status,
    deliveredAt: pkg.deliveredAt,
    endsAt: shareEndsAt(deliveredAt)?.toISOString() ?? null,
    estimates,
    legs: pkg.legs.map(sharedLeg),
    carrierEvents: events.map((event) => sharedEvent(event, pkg.destination)),
    photos,
  };
}
