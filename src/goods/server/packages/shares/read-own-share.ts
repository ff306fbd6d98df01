import type { PackageShare } from "#goods/contract/package-shares.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { findOwnPackage } from "./find-own-package.ts";
import { ownShare } from "./own-share.ts";
import { findOpenShare } from "./share-queries.ts";

/** The link of an own package; null where there is none that works. Throws `not_found`. */
export async function readOwnShare(
  context: SignedInContext,
  { packageId }: { readonly packageId: string },
): Promise<{ share: PackageShare | null }> {
  const { deliveredAt, isShareable } = await findOwnPackage(context, packageId);
  const share = isShareable ? await findOpenShare(context.db, packageId) : undefined;
  return { share: share === undefined ? null : ownShare(context, share, deliveredAt) };
}
