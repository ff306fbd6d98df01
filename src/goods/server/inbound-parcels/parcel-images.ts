import type { ParcelImage } from "#goods/contract/parcel-measurements.ts";
import { actsOnParcels } from "./lock-own-parcels.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { ParcelImageKind } from "#goods/rules/receiving.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { addFile, listFiles } from "#platform/server/files/files.ts";
import { describePhoto } from "#platform/server/files/serve-file.ts";
import { lockAnyParcel } from "./inbound-parcel-queries.ts";

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
