import { apiError } from "#platform/contract/errors.ts";
import type { Manifest } from "#shipping/contract/manifests.ts";
import { manifestLimits, nextManifestState } from "#shipping/rules/manifest.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ManifestRow } from "#shipping/server/tables/labels.ts";
import { changeManifest } from "#shipping/server/manifests/change-manifest.ts";
import { findManifest, updateManifest } from "#shipping/server/manifests/manifest-queries.ts";
import { newSignatureKey } from "#platform/server/packages/files/file-keys.ts";
import { readUploadedImage, storeFiles } from "#platform/server/packages/files/store-image.ts";

type Input = {
  readonly manifestId: string;
  readonly receiverName: string;
  readonly signature: File;
  readonly idempotencyKey: string;
};

/** Whether this request begins the hand-over; false for a repeat. Throws `conflict` for any other that cannot. */
function isBeginning(manifest: Pick<ManifestRow, "state" | "handOverKey">, key: string): boolean {
  if (manifest.handOverKey === key) return false;
  if (nextManifestState("start_hand_over", manifest.state) === null) throw apiError("conflict");
  return true;
}

/**
 * Begins to hand the packages of a closed manifest over to who signs for them; a job lets them leave. A repeat changes
 * nothing. Throws `not_found`, `conflict`, and `too_large`, `too_many_pixels` or `invalid_image` for the signature.
 */
export async function handOverManifest(context: SignedInContext, input: Input): Promise<Manifest> {
  const { manifestId, receiverName, idempotencyKey } = input;
  if ((await findManifest(context.db, manifestId)) === undefined) throw apiError("not_found");
  if (input.signature.size > manifestLimits.signatureBytes) throw apiError("too_large");
  const { image } = await readUploadedImage(context, input.signature);
  // The list in which it is printed can have no other.
  if (image.extension === "webp") throw apiError("invalid_image");
  const key = newSignatureKey(manifestId, image.extension, context.now());
  let isStored = false;
  const begin = async (db: Db, manifest: ManifestRow) => {
    isStored = isBeginning(manifest, idempotencyKey);
    if (!isStored) return;
    await updateManifest(db, manifestId, {
      state: "handing_over",
      receiverName,
      signatureUrl: key,
      handOverKey: idempotencyKey,
      handedOverBy: context.session.person.id,
      handOverStartedAt: context.now(),
    });
    await recordAdminAction(context, db, {
      action: "manifests.handOverManifest",
      target: manifestId,
      after: { receiverName },
    });
    await context.jobs.enqueue(db, "hand-over-packages", { manifestId });
  };
  const manifest = await storeFiles(context, [{ key, ...image }], () =>
    changeManifest(context, manifestId, "all", begin),
  );
  // A repeat stored its signature in vain; what is not removed now, a job removes later.
  if (!isStored) await Promise.allSettled([context.files.remove(key)]);
  return manifest;
}
