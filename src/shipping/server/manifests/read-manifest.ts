import type { Manifest } from "#shipping/contract/manifests.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { getManifest } from "./describe-manifest.ts";

/** A manifest with its packages. Throws `not_found`. */
export async function readManifest(
  context: SignedInContext,
  { manifestId }: { readonly manifestId: string },
): Promise<Manifest> {
  return await getManifest(context, context.db, manifestId);
}
