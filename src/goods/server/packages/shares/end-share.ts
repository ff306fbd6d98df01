import type { SignedInContext } from "#platform/server/context.ts";
import { findOwnPackage } from "./find-own-package.ts";
import { endOpenShare } from "./share-queries.ts";

/** Ends the link of an own package for good; without one nothing changes. Throws `not_found`. */
export async function endShare(
  context: SignedInContext,
  { packageId }: { readonly packageId: string },
): Promise<Record<string, never>> {
  await findOwnPackage(context, packageId);
  await endOpenShare(context.db, packageId, context.now());
  return {};
}
