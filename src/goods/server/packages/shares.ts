import type { PackageShare, SharedPackage } from "#goods/contract/package-shares.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext, Context, AppServices } from "#platform/server/context.ts";
import {
  upsertShare,
  endOpenShare,
  findOpenShare,
  countView,
  findDelivery,
} from "./share-queries.ts";
import {
  sharedEvent,
  shareEndsAt,
  sharedWhenDeliveredAfter,
  sharePath,
} from "#goods/rules/package-share.ts";
import { fileUrl } from "#platform/server/files/serve-file.ts";
import { listFiles } from "#platform/server/files/files.ts";
import { findStoredPackage, type StoredPackage } from "./package-queries.ts";
import { readEstimates } from "./legs/expectations.ts";
import { listCarrierEvents } from "#goods/server/tracking/carrier-events.ts";
import { readSignedId, signId } from "#platform/server/encryption.ts";

/**
 * Makes the link of an own package, one at a time, or changes what its open one shows. Throws `not_found`,
 * and `share_over` for one that was delivered too long ago.
 */
export async function shareOwnPackage(
  context: SignedInContext,
  input: { readonly packageId: string; readonly hasPhotos: boolean },
): Promise<PackageShare> {
  const { deliveredAt, isShareable } = await findOwnPackage(context, input.packageId);
  if (!isShareable) throw apiError("share_over");
  const share = await upsertShare(context.db, { ...input, createdAt: context.now() });
  return ownShare(context, share, deliveredAt);
}

/** Ends the link of an own package for good; without one nothing changes. Throws `not_found`. */
export async function endShare(
  context: SignedInContext,
  { packageId }: { readonly packageId: string },
): Promise<Record<string, never>> {
  await findOwnPackage(context, packageId);
  await endOpenShare(context.db, packageId, context.now());
  return {};
}

/** The link of an own package; null where there is none that works. Throws `not_found`. */
export async function readOwnShare(
  context: SignedInContext,
  { packageId }: { readonly packageId: string },
): Promise<{ share: PackageShare | null }> {
  const { deliveredAt, isShareable } = await findOwnPackage(context, packageId);
  const share = isShareable ? await findOpenShare(context.db, packageId) : undefined;
  return { share: share === undefined ? null : ownShare(context, share, deliveredAt) };
}

function sharedLeg(leg: StoredPackage["legs"][number]): SharedPackage["legs"][number] {
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
  const images = await listFiles(context.db, "package", [packageId]);
  return images.map(({ id }) => ({
    imageUrl: fileUrl(context, id, "shared-file"),
    thumbnailUrl: fileUrl(context, id, "shared-thumbnail"),
  }));
}

/**
 * The package that a link shares, without whose it is, its number, what is in it and what it cost. Throws `not_found`
 * alike for a token that never was one and for a link that ended.
 */
export async function readShared(
  context: Context,
  { token }: { readonly token: string },
): Promise<SharedPackage> {
  const { db, now } = context;
  const shareId = readShareToken(context, token);
  const share =
    shareId === null ? undefined : await countView(db, shareId, sharedWhenDeliveredAfter(now()));
  const pkg = share === undefined ? undefined : await findStoredPackage(db, share.packageId);
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

/** A link as its owner sees it. */
function ownShare(
  context: SignedInContext,
  share: {
    readonly id: string;
    readonly hasPhotos: boolean;
    readonly views: number;
    readonly createdAt: Date;
  },
  deliveredAt: Date | null,
): PackageShare {
  return {
    url: context.config.publicUrl + sharePath(shareToken(context, share.id)),
    hasPhotos: share.hasPhotos,
    views: share.views,
    createdAt: share.createdAt.toISOString(),
    endsAt: shareEndsAt(deliveredAt)?.toISOString() ?? null,
  };
}

/** When an own package was delivered, and whether it can still be shared. Throws `not_found`, also for another customer's. */
async function findOwnPackage(
  { db, session, now }: SignedInContext,
  packageId: string,
): Promise<{ readonly deliveredAt: Date | null; readonly isShareable: boolean }> {
  const pkg = await findDelivery(db, packageId, session.person.id);
  if (pkg === undefined) throw apiError("not_found");
  const endsAt = shareEndsAt(pkg.deliveredAt);
  return { ...pkg, isShareable: endsAt === null || endsAt > now() };
}

type Secret = Pick<AppServices, "config">;

/** 64 characters of `A-Z a-z 0-9 - _`. */
function shareToken({ config }: Secret, shareId: string): string {
  return signId(config.secret, "package-shares", shareId);
}

/** The share's id; null when `token` was not made by `shareToken` with this server's secret. */
function readShareToken({ config }: Secret, token: string): string | null {
  return readSignedId(config.secret, "package-shares", token);
}
