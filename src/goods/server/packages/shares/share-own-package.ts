import type { PackageShare } from "#goods/contract/package-shares.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { countParcelChange } from "#goods/server/inbound-parcels/count-parcel-change.ts";
import { findOwnPackage } from "./find-own-package.ts";
import { ownShare } from "./own-share.ts";
import { upsertShare } from "./share-queries.ts";

/**
 * Makes the link of an own package, one at a time, or changes what its open one shows. Throws `not_found`,
 * `share_over` for one that was delivered too long ago, and `too_many_requests`.
 */
export async function shareOwnPackage(
  context: SignedInContext,
  input: { readonly packageId: string; readonly hasPhotos: boolean },
): Promise<PackageShare> {
  const { deliveredAt, isShareable } = await findOwnPackage(context, input.packageId);
  if (!isShareable) throw apiError("share_over");
  await countParcelChange(context);
  const share = await upsertShare(context.db, { ...input, createdAt: context.now() });
  return ownShare(context, share, deliveredAt);
}
