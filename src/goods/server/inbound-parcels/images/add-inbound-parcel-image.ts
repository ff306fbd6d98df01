import type { ParcelImage } from "#goods/contract/parcel-measurements.ts";
import { actsOnParcels } from "#goods/server/inbound-parcels/acts-on-parcels.ts";
import { apiError } from "#platform/contract/errors.ts";
import { receivingLimits, type ParcelImageKind } from "#goods/rules/receiving.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { sentence } from "#platform/server/translate.ts";
import { newParcelImageKeys, type ImageKeys } from "#platform/server/packages/files/file-keys.ts";
import {
  readUploadedImage,
  storeImageFiles,
  type StorableImage,
} from "#platform/server/packages/files/store-image.ts";
import {
  findImageByKey,
  findImagesCount,
  insertImage,
  lockImagesCount,
  type ParcelImageRow,
} from "./image-queries.ts";
import { toParcelImage } from "./list-parcel-images.ts";

type Input = {
  readonly inboundParcelId: string;
  readonly kind: ParcelImageKind;
  readonly file: File;
  readonly idempotencyKey: string;
};

/** The photo that this request added before. Throws `idempotency_key_reused` where the key belongs to another one. */
async function findAdded(db: Db, input: Input): Promise<ParcelImageRow | undefined> {
  const row = await findImageByKey(db, input.idempotencyKey);
  if (row === undefined) return undefined;
  const isSame = row.inboundParcelId === input.inboundParcelId && row.kind === input.kind;
  if (!isSame) throw apiError("idempotency_key_reused");
  return row;
}

function requireCapacity(imagesCount: number | undefined): void {
  if (imagesCount === undefined) throw apiError("not_found");
  const maximum = receivingLimits.imagesPerParcel;
  if (imagesCount >= maximum) {
    throw apiError(
      "too_many_images",
      { maximum },
      sentence("errors.tooManyParcelImages", { maximum }),
    );
  }
}

/** The stored photo, and whether this request stored it. */
async function save(
  context: SignedInContext,
  db: Db,
  input: Input,
  { keys, image }: { readonly keys: ImageKeys; readonly image: StorableImage["image"] },
): Promise<{ readonly row: ParcelImageRow; readonly isNew: boolean }> {
  const { inboundParcelId, kind, idempotencyKey } = input;
  const imagesCount = await lockImagesCount(db, inboundParcelId);
  await actsOnParcels(context, db, [inboundParcelId]);
  const added = await findAdded(db, input);
  if (added !== undefined) return { row: added, isNew: false };
  requireCapacity(imagesCount);
  const row = await insertImage(db, {
    inboundParcelId,
    kind,
    imageUrl: keys.image,
    thumbnailUrl: keys.thumbnail,
    fileSize: image.bytes.byteLength,
    contentType: image.contentType,
    uploadedBy: context.session.person.id,
    idempotencyKey,
    createdAt: context.now(),
  });
  await recordAdminAction(context, db, {
    action: "receiving.addInboundParcelImage",
    target: inboundParcelId,
    after: { imageId: row.id, kind },
  });
  return { row, isNew: true };
}

/**
 * Stores a photo of any parcel, drawn again without metadata, with a thumbnail. A failure leaves neither row nor file; a
 * repeat with the same key stores nothing. Throws `not_found`,
 * `too_many_images` at twenty, `too_large`, `too_many_pixels`, `invalid_image` with the reason, and `idempotency_key_reused`.
 */
export async function addInboundParcelImage(
  context: SignedInContext,
  input: Input,
): Promise<ParcelImage> {
  const { db, now } = context;
  const { inboundParcelId, idempotencyKey } = input;
  // Before the photo is drawn, which is refused for one's own under the lock too.
  await actsOnParcels(context, db, [inboundParcelId]);
  const added = await findAdded(db, input);
  if (added !== undefined) return toParcelImage(context, added);
  requireCapacity(await findImagesCount(db, inboundParcelId));
  const prepared = await readUploadedImage(context, input.file);
  const { image } = prepared;
  const keys = newParcelImageKeys(inboundParcelId, image.extension, now());
  const { row, isNew } = await storeImageFiles(context, keys, prepared, () =>
    atomically(db, (inner) => save(context, inner, input, { keys, image })),
  );
  if (!isNew) await removeFiles(context, keys);
  context.log.info({ inboundParcelId, idempotencyKey }, "Photo of a parcel added");
  return toParcelImage(context, row);
}

/** Removes what the same request, running twice at once, stored in vain; what fails is removed by a job later. */
async function removeFiles({ files }: SignedInContext, keys: ImageKeys): Promise<void> {
  await Promise.allSettled([keys.image, keys.thumbnail].map((key) => files.remove(key)));
}
