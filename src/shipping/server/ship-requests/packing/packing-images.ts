import { apiError } from "#platform/contract/errors.ts";
import type { PackingImage } from "#shipping/contract/ship-requests.ts";
import { extraServiceLimits } from "#catalogue/rules/extra-service.ts";
import { shipRequestLimits, type PackingImageKind } from "#shipping/rules/ship-request.ts";
import type { OwnedKind } from "#platform/rules/own-things.ts";
import { recordAdminAction } from "#platform/server/audit/record-audit.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { PackingImageRow } from "#shipping/server/tables/ship-requests.ts";
import {
  newPackingImageKeys,
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
  insertImage,
  lockSubject,
  findImage,
  listReferencedKeys,
  listImagesOfOrders,
  listImagesOfRequest,
} from "./packing-queries.ts";
import type { Person } from "#platform/contract/session.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";

type Input = {
  readonly shipRequestId?: string | undefined;
  readonly extraServiceRequestId?: string | undefined;
  readonly kind: PackingImageKind;
  readonly file: File;
  readonly idempotencyKey: string;
};

type Subject = { readonly shipRequestId: string } | { readonly extraServiceRequestId: string };

/** What the photo is of. Throws `invalid_input` unless it is one thing, and of the kind that goes with it. */
function subjectOf({ shipRequestId, extraServiceRequestId, kind }: Input): Subject & {
  readonly id: string;
} {
  const isExtra = kind === "extra_service";
  if (isExtra && extraServiceRequestId !== undefined && shipRequestId === undefined) {
    return { extraServiceRequestId, id: extraServiceRequestId };
  }
  if (!isExtra && shipRequestId !== undefined && extraServiceRequestId === undefined) {
    return { shipRequestId, id: shipRequestId };
  }
  throw apiError("invalid_input", { field: "kind" });
}

function ownedKindOf(subject: Subject): OwnedKind {
  return "shipRequestId" in subject ? "request" : "order";
}

/** The photo that this request added before. Throws `idempotency_key_reused` where the key belongs to another one. */
async function findAdded(
  db: Db,
  input: Input,
  { id }: { readonly id: string },
): Promise<PackingImageRow | undefined> {
  const row = await findImageByKey(db, input.idempotencyKey);
  if (row === undefined) return undefined;
  const isSame = (row.shipRequestId ?? row.extraServiceRequestId) === id && row.kind === input.kind;
  if (!isSame) throw apiError("idempotency_key_reused");
  return row;
}

async function save(
  context: SignedInContext,
  db: Db,
  input: Input,
  { keys, image }: { readonly keys: ImageKeys; readonly image: StorableImage["image"] },
): Promise<{ readonly row: PackingImageRow; readonly isNew: boolean }> {
  const subject = subjectOf(input);
  const owner = await lockSubject(db, subject);
  if (owner === undefined) throw apiError("not_found");
  await context.actsOn(db, ownedKindOf(subject), owner.userId);
  const added = await findAdded(db, input, subject);
  if (added !== undefined) return { row: added, isNew: false };
  const maximum = "shipRequestId" in subject ? shipRequestLimits.images : extraServiceLimits.images;
  if (owner.count >= maximum) throw apiError("too_many_images", { maximum });
  const row = await insertImage(db, {
    userId: owner.userId,
    shipRequestId: "shipRequestId" in subject ? subject.shipRequestId : null,
    extraServiceRequestId:
      "extraServiceRequestId" in subject ? subject.extraServiceRequestId : null,
    kind: input.kind,
    imageUrl: keys.image,
    thumbnailUrl: keys.thumbnail,
    fileSize: image.bytes.byteLength,
    contentType: image.contentType,
    uploadedBy: context.session.person.id,
    idempotencyKey: input.idempotencyKey,
    createdAt: context.now(),
  });
  await recordAdminAction(context, db, {
    action: "packing.addPackingImage",
    target: subject.id,
    after: { imageId: row.id, kind: input.kind },
  });
  return { row, isNew: true };
}

/**
 * Stores a photo of a box or of an extra service, drawn again without metadata, with a thumbnail. A failure leaves neither row
 * nor file; a repeat with the same key stores nothing. Throws `not_found`, `too_many_images`, `too_large`,
 * `too_many_pixels`, `invalid_image` with the reason, and `idempotency_key_reused`.
 */
export async function addPackingImage(
  context: SignedInContext,
  input: Input,
): Promise<PackingImage> {
  const { db, now } = context;
  const subject = subjectOf(input);
  const added = await findAdded(db, input, subject);
  if (added !== undefined) {
    await context.actsOn(db, ownedKindOf(subject), added.userId);
    return toPackingImage(context, added);
  }
  const prepared = await readUploadedImage(context, input.file);
  const keys = newPackingImageKeys(subject.id, prepared.image.extension, now());
  const { row, isNew } = await storeImageFiles(context, keys, prepared, () =>
    atomically(db, (inner) => save(context, inner, input, { keys, image: prepared.image })),
  );
  // The same request, running twice at once, stored this in vain; what fails is removed by a job later.
  if (!isNew) {
    await Promise.allSettled([keys.image, keys.thumbnail].map((key) => context.files.remove(key)));
  }
  return toPackingImage(context, row);
}

/** Where a photo is stored, for its customer and for staff who read ship requests; null for everybody else. */
export async function findStoredPackingImage(
  db: Db,
  requested: { readonly id: string; readonly isThumbnail: boolean },
  person: Person,
): Promise<Stored | undefined> {
  const image = await findImage(db, requested.id);
  if (image === undefined) return undefined;
  if (image.userId !== person.id && !mayUse(person, roleAccess.shipRequests)) return undefined;
  const { kind, imageUrl, thumbnailUrl, contentType } = image;
  const extension = imageUrl.split(".").at(-1) ?? "";
  return requested.isThumbnail
    ? { key: thumbnailUrl, name: `packing-${kind}.webp`, contentType: "image/webp" }
    : { key: imageUrl, name: `packing-${kind}.${extension}`, contentType };
}

/** Those of `keys` of the file store that belong to a photo of the packing desk. */
export async function listPackingImageKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  return await listReferencedKeys(db, keys);
}

/** A photo as the API returns it, with addresses that expire. */
function toPackingImage(services: FileServices, row: PackingImageRow): PackingImage {
  return {
    id: row.id,
    kind: row.kind,
    imageUrl: fileUrl(services, row.id, "packing-image"),
    thumbnailUrl: fileUrl(services, row.id, "packing-thumbnail"),
    createdAt: row.createdAt.toISOString(),
  };
}

/** The photos of a request's boxes, oldest first. */
export async function readImagesOfRequest(
  services: FileServices,
  db: Db,
  shipRequestId: string,
): Promise<PackingImage[]> {
  return (await listImagesOfRequest(db, shipRequestId)).map((row) => toPackingImage(services, row));
}

/** The photos of ordered extra services, by order. */
export async function readImagesOfOrders(
  services: FileServices,
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string | null, PackingImage[]>> {
  const rows = await listImagesOfOrders(db, orderIds);
  const grouped = Map.groupBy(rows, ({ extraServiceRequestId }) => extraServiceRequestId);
  return new Map(
    [...grouped].map(([id, of]) => [id, of.map((row) => toPackingImage(services, row))]),
  );
}
