import { apiError } from "#platform/contract/errors.ts";
import type { PackingImage } from "#shipping/contract/ship-requests.ts";
import type { PackingImageKind } from "#shipping/rules/ship-request.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listEvents } from "#people/server/db/events.ts";
import { addFile, listFiles } from "#platform/server/files/files.ts";
import { describePhoto, type FileServices } from "#platform/server/files/serve-file.ts";
import { lockCustomerOf } from "./packing-queries.ts";

type Input = {
  readonly shipRequestId?: string | undefined;
  readonly extraServiceRequestId?: string | undefined;
  readonly kind: PackingImageKind;
  readonly file: File;
  readonly idempotencyKey: string;
};

/** What the photo is of. Throws `invalid_input` unless it is one thing, and of the kind that goes with it. */
function subjectOf({ shipRequestId, extraServiceRequestId, kind }: Input) {
  if (kind === "extra_service") {
    if (extraServiceRequestId !== undefined && shipRequestId === undefined) {
      return { ownerKind: "extra_service_request", ownerId: extraServiceRequestId, kind } as const;
    }
  } else if (shipRequestId !== undefined && extraServiceRequestId === undefined) {
    return { ownerKind: "ship_request", ownerId: shipRequestId, kind } as const;
  }
  throw apiError("invalid_input", { field: "kind" });
}

/**
 * Stores a photo of a box or of an extra service, drawn again without metadata, with a thumbnail. Throws `not_found`, and
 * what `addFile` throws.
 */
export async function addPackingImage(
  context: SignedInContext,
  input: Input,
): Promise<PackingImage> {
  const { file, idempotencyKey } = input;
  const subject = subjectOf(input);
  const row = await addFile(
    context,
    { ...subject, file, idempotencyKey, name: `packing-${input.kind}` },
    {
      lock: async (db) => {
        const userId = await lockCustomerOf(db, subject);
        if (userId === undefined) throw apiError("not_found");
        const ownedKind = subject.ownerKind === "ship_request" ? "request" : "order";
        await context.actsOn(db, ownedKind, userId);
      },
      record: async (db, { id: imageId, kind }) => {
        await context.auditOf(subject.ownerId, { after: { imageId, kind } }, db);
      },
    },
  );
  return describePhoto(context, row);
}

const packingBegins = ["packing_started", "box_opened", "parcels_left_out"] as const;

/** The stored photos of a request's box since packing began last, oldest first; earlier ones show what is no longer so. */
export async function listBoxPhotos(db: Db, shipRequestId: string) {
  const events = await listEvents(db, "ship_request", [shipRequestId], packingBegins);
  const begun = events.at(-1)?.createdAt;
  const photos = await listFiles(db, "ship_request", [shipRequestId]);
  return photos.filter(({ createdAt }) => begun === undefined || createdAt >= begun);
}

/** The same as they are shown. */
export async function readImagesOfRequest(
  services: FileServices,
  db: Db,
  shipRequestId: string,
): Promise<PackingImage[]> {
  const rows = await listBoxPhotos(db, shipRequestId);
  return rows.map((row) => describePhoto(services, row));
}

/** The photos of ordered extra services, by order. */
export async function readImagesOfOrders(
  services: FileServices,
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, PackingImage[]>> {
  const rows = await listFiles(db, "extra_service_request", orderIds);
  const grouped = Map.groupBy(rows, ({ ownerId }) => ownerId);
  return new Map(
    [...grouped].map(([id, of]) => [id, of.map((row) => describePhoto(services, row))]),
  );
}
