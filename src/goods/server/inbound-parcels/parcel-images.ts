import type { ParcelImage } from "#goods/contract/parcel-measurements.ts";
import { actsOnParcels } from "./lock-own-parcels.ts";
import { apiError } from "#platform/contract/errors.ts";
import { receivingLimits, type ParcelImageKind } from "#goods/rules/receiving.ts";
import { recordAdminAction } from "#platform/server/audit/record-audit.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { sentence } from "#platform/server/translate.ts";
import {
  newParcelImageKeys,
  type ImageKeys,
  readUploadedImage,
  storeImageFiles,
  type StorableImage,
  fileUrl,
  type FileServices,
  type Stored,
} from "#platform/server/packages/files/stored-files.ts";
import {
  findImageByKey,
  findImagesCount,
  insertImage,
  lockImagesCount,
  type ParcelImageRow,
  listImages,
  listFirstImages,
  findImage,
  listReferencedKeys,
} from "./parcel-record-queries.ts";
import type { Person } from "#platform/contract/session.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";

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

/** A photo as the API returns it, with addresses that expire. */
export function toParcelImage(services: FileServices, row: ParcelImageRow): ParcelImage {
  return {
    id: row.id,
    kind: row.kind,
    imageUrl: fileUrl(services, row.id, "parcel-image"),
    thumbnailUrl: fileUrl(services, row.id, "parcel-thumbnail"),
    createdAt: row.createdAt.toISOString(),
  };
}

/** The photos of a parcel, oldest first. */
export async function listParcelImages(
  context: Pick<SignedInContext, "config" | "now" | "db">,
  parcelId: string,
): Promise<ParcelImage[]> {
  return (await listImages(context.db, parcelId)).map((row) => toParcelImage(context, row));
}

/** The ids of the first photos of parcels, by parcel; those without photos are left out. */
export async function readFirstImages(
  db: Db,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await listFirstImages(db, parcelIds);
  return new Map(rows.map(({ inboundParcelId, id }) => [inboundParcelId, id]));
}

/** Where a photo is stored, for its parcel's owner and for staff who read parcels; null for everybody else. */
export async function findStoredParcelImage(
  db: Db,
  requested: { readonly id: string; readonly isThumbnail: boolean },
  person: Person,
): Promise<Stored | undefined> {
  const image = await findImage(db, requested.id);
  if (image === undefined) return undefined;
  if (image.userId !== person.id && !mayUse(person, roleAccess.inboundParcels)) return undefined;
  const { kind, imageUrl, thumbnailUrl, contentType } = image;
  const extension = imageUrl.split(".").at(-1) ?? "";
  return requested.isThumbnail
    ? { key: thumbnailUrl, name: `parcel-${kind}.webp`, contentType: "image/webp" }
    : { key: imageUrl, name: `parcel-${kind}.${extension}`, contentType };
}

/** Those of `keys` of the file store that belong to a photo of a parcel. */
export async function listParcelImageKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  return await listReferencedKeys(db, keys);
}
