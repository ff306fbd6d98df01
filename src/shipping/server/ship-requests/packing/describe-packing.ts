import { apiError } from "#platform/contract/errors.ts";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import { packagingRemoval } from "#catalogue/rules/extra-service.ts";
import { readOfferedBoxes } from "#shipping/server/boxes/read-boxes.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeWork } from "#shipping/server/extra-services/describe-orders.ts";
import { readWorkOfRequest } from "#shipping/server/extra-services/read-orders.ts";
import { readFirstImages } from "#goods/server/inbound-parcels/images/read-first-images.ts";
import { fileUrl } from "#platform/server/packages/files/file-link.ts";
import { sidesOf, spanOf } from "#shipping/server/ship-requests/check-services.ts";
import { findRequest } from "#shipping/server/ship-requests/request-queries.ts";
import { readImagesOfRequest } from "./list-images.ts";
import { toQueued } from "./list-queue.ts";
import { findQueueRow, listParcelsToPack } from "./packing-queries.ts";

/** What goes into the box of a request, as the packing desk shows it: without money and contacts. Throws `not_found`. */
export async function describePacking(
  context: SignedInContext,
  shipRequestId: string,
): Promise<PackingRequest> {
  const { db } = context;
  const queued = await findQueueRow(db, shipRequestId);
  const request = await findRequest(db, shipRequestId);
  if (queued === undefined || request === undefined) throw apiError("not_found");
  const rows = await listParcelsToPack(db, shipRequestId);
  const ids = rows.map(({ inboundParcelId }) => inboundParcelId);
  const images = await readFirstImages(db, ids);
  const work = await describeWork(context, db, await readWorkOfRequest(db, shipRequestId));
  const boxes = await readOfferedBoxes(db, request.warehouseId);
  const losesPackaging = (id: string) =>
    work.some(({ code, inboundParcelId }) => code === packagingRemoval && inboundParcelId === id);
  const going = rows.filter(({ state }) => state === "to_find" || state === "in_box");
  const span = spanOf(
    going.map((row) => ({ ...row, losesPackaging: losesPackaging(row.inboundParcelId) })),
    boxes,
  );
  const { packedGrams, packedLengthMm, packedWidthMm, packedHeightMm, packedAt } = request;
  return {
    ...toQueued(context, queued),
    note: request.note,
    version: request.version,
    parcels: rows.map(({ lengthMm, widthMm, heightMm, ...row }) => {
      const imageId = images.get(row.inboundParcelId);
      return {
        ...row,
        sidesMm: sidesOf({ lengthMm, widthMm, heightMm }),
        imageUrl: imageId === undefined ? null : fileUrl(context, imageId, "parcel-image"),
        thumbnailUrl: imageId === undefined ? null : fileUrl(context, imageId, "parcel-thumbnail"),
        extraServices: work.filter(
          ({ inboundParcelId }) => inboundParcelId === row.inboundParcelId,
        ),
      };
    }),
    extraServices: work.filter(({ inboundParcelId }) => inboundParcelId === null),
    boxes: boxes.map(({ id, names, lengthMm, widthMm, heightMm, emptyGrams }) => {
      const name = names[context.language];
      return { id, name, sidesMm: [lengthMm, widthMm, heightMm], emptyGrams };
    }),
    suggestedBoxId: span?.boxId ?? null,
    images: await readImagesOfRequest(context, db, shipRequestId),
    packed:
      packedGrams === null || packedAt === null
        ? null
        : {
            weightGrams: packedGrams,
            sidesMm: [packedLengthMm ?? 0, packedWidthMm ?? 0, packedHeightMm ?? 0],
            boxId: request.boxId,
            packedAt: packedAt.toISOString(),
          },
  };
}
