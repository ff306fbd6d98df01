import type { ParcelImage } from "#goods/contract/parcel-measurements.ts";
import { actsOnParcels } from "./lock-own-parcels.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { ParcelImageKind } from "#goods/rules/receiving.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { addFile, listFiles, type FileRow } from "#platform/server/files/files.ts";
import { describePhoto } from "#platform/server/files/serve-file.ts";
import { listRecordRows } from "./parcel-record-queries.ts";
import { listOwnParcels, listShownPhotoIds, lockAnyParcel } from "./inbound-parcel-queries.ts";

/**
 * Stores a photo of any parcel, drawn again without metadata, with a thumbnail. Throws `not_found`, and what `addFile`
 * throws.
 */
export async function addInboundParcelImage(
  context: SignedInContext,
  input: {
    readonly inboundParcelId: string;
    readonly kind: ParcelImageKind;
    readonly file: File;
    readonly idempotencyKey: string;
  },
): Promise<ParcelImage> {
  const { inboundParcelId, ...upload } = input;
  const target = { ownerKind: "inbound_parcel", ownerId: inboundParcelId } as const;
  const row = await addFile(
    context,
    { ...upload, ...target, name: `parcel-${input.kind}` },
    {
      lock: async (db) => {
        if (!(await lockAnyParcel(db, inboundParcelId))) throw apiError("not_found");
        await actsOnParcels(context, db, [inboundParcelId]);
      },
      record: async (db, { id: imageId, kind }) => {
        await context.audit({ after: { imageId, kind } }, db);
        context.log.info({ inboundParcelId, imageId }, "Photo of a parcel added");
      },
    },
  );
  return describePhoto(context, row);
}

/** The photos of a parcel, oldest first. */
export async function listParcelImages(
  context: Pick<SignedInContext, "config" | "now" | "db">,
  parcelId: string,
): Promise<ParcelImage[]> {
  const rows = await listFiles(context.db, "inbound_parcel", [parcelId]);
  return rows.map((row) => describePhoto(context, row));
}

/** The same as its customer sees them: without those of a receipt that was undone. */
export async function listOwnParcelImages(
  context: SignedInContext,
  parcelId: string,
): Promise<ParcelImage[]> {
  const shown = await listShownPhotoIds(context.db, parcelId);
  const images = await listParcelImages(context, parcelId);
  return images.filter(({ id }) => shown.has(id));
}

/** Whether the customer of a parcel sees this photo of it. */
export async function isOwnParcelImage(
  db: Db,
  { id, ownerId }: Pick<FileRow, "id" | "ownerId">,
): Promise<boolean> {
  return (await listShownPhotoIds(db, ownerId)).has(id);
}

/**
 * Whether a photo is the first of what is in a parcel since its newest record. One is always taken, since nothing that was seen
 * of the goods is taken off without it.
 */
export async function isNewestContents(
  db: Db,
  { ownerId, kind }: { readonly ownerId: string; readonly kind: string },
): Promise<boolean> {
  if (kind !== "contents") return false;
  const newest = (await listRecordRows(db, [ownerId])).get(ownerId)?.at(-1);
  if (newest === undefined) return false;
  const photos = await listFiles(db, "inbound_parcel", [ownerId]);
  return !photos.some((photo) => photo.kind === kind && photo.createdAt >= newest.createdAt);
}

/** The small picture of each of the signed-in customer's parcels that has one. */
export async function readOwnThumbnails(
  context: SignedInContext,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const parcels = await listOwnParcels(context, context.db, context.session.person.id, parcelIds);
  return new Map(parcels.map(({ id, thumbnailUrl }) => [id, thumbnailUrl]));
}
