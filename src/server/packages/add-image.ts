// Keeps one image of a package.
import type { PackageImage } from "#contract/packages.ts";
import { refusal, type ProblemCode } from "#contract/problems.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import type { PackageImageRow } from "#server/db/tables/packages.ts";
import { countAttempt } from "#server/limits/count-attempt.ts";
import type { PreparedImage } from "#server/outside/files/draw-image.ts";
import { imageRefusalSentence, type ImageRefusal } from "#server/outside/files/image-limits.ts";
import { prepareImage } from "#server/outside/files/prepare-image.ts";
import { imageName, newImageKeys } from "./image-files.ts";
import { imageOnWire } from "./image-link.ts";
import { recordEvent, recordStaffAction } from "./record-change.ts";
import { insertImage, lockShipment, selectShipment, updatePackage } from "./store.ts";

/** How many images a package may have. */
const mostImages = 10;

type Prepared = Extract<PreparedImage, { ok: true }>;
type Keys = ReturnType<typeof newImageKeys>;

/** Refuses what is missing, another's, or full; staff may add to everybody's packages. */
function requireRoom(
  context: SignedInContext,
  shipment: Awaited<ReturnType<typeof selectShipment>>,
): asserts shipment {
  const { person } = context.session;
  if (shipment === undefined || (shipment.userId !== person.id && !person.isAdmin)) {
    throw refusal("not_found");
  }
  if (shipment.imagesCount >= mostImages) throw refusal("too_many_images");
}

const ownCodes: Partial<Record<ImageRefusal["reason"], ProblemCode>> = {
  too_large: "too_large",
  too_many_pixels: "too_many_pixels",
};

async function prepared({ images }: SignedInContext, file: File): Promise<Prepared> {
  const result = await prepareImage(images, new Uint8Array(await file.arrayBuffer()));
  if (result.ok) return result;
  const { reason } = result.refusal;
  const code = ownCodes[reason] ?? "invalid_image";
  throw refusal(code, { ...result.refusal }, imageRefusalSentence(result.refusal));
}

async function saveRow(
  context: SignedInContext,
  db: Db,
  packageId: string,
  image: { readonly name: string; readonly keys: Keys; readonly file: Prepared["image"] },
): Promise<PackageImageRow> {
  const { person } = context.session;
  const now = context.now();
  const shipment = await lockShipment(db, packageId);
  requireRoom(context, shipment);
  const row = await insertImage(db, {
    package_id: packageId,
    image_name: image.name,
    image_url: image.keys.image,
    thumbnail_url: image.keys.thumbnail,
    file_size: image.file.bytes.byteLength,
    content_type: image.file.contentType,
    uploaded_by: person.id,
    created_at: now,
  });
  await updatePackage(db, packageId, { images_count: shipment.imagesCount + 1, updated_at: now });
  await recordEvent(context, db, { packageId, kind: "image_added", after: image.name });
  if (person.isAdmin) {
    await recordStaffAction(context, db, {
      action: "packages.addImage",
      target: packageId,
      after: { imageId: row.id, imageName: image.name },
    });
  }
  return row;
}

/**
 * Keeps an image of an own package (staff: of any), judged by its content, redrawn without metadata and with a
 * thumbnail. One that is refused or fails leaves neither row nor file. Refusals: `too_many_requests` after 200 in an
 * hour, `not_found`, `too_many_images` at ten, `too_large` above 10 MB, `too_many_pixels`,
 * `invalid_image` with the reason.
 */
export async function addImage(
  context: SignedInContext,
  input: { readonly packageId: string; readonly file: File },
): Promise<PackageImage> {
  const { db, files, session, now } = context;
  const { packageId } = input;
  if ((await countAttempt(db, "uploadsPerAccount", session.person.id, now())) === null) {
    throw refusal("too_many_requests");
  }
  requireRoom(context, await selectShipment(db, packageId));
  const { image, thumbnail } = await prepared(context, input.file);
  const keys = newImageKeys(packageId, image.extension, now());
  try {
    await files.put(keys.image, image.bytes, image.contentType);
    await files.put(keys.thumbnail, thumbnail.bytes, thumbnail.contentType);
    const name = imageName(input.file.name, image.extension);
    const row = await atomically(db, (inner) =>
      saveRow(context, inner, packageId, { name, keys, file: image }),
    );
    return imageOnWire(context, row);
  } catch (error) {
    // Whatever cannot be removed just now must not hide why the image was not kept.
    const removals = await Promise.allSettled(Object.values(keys).map((key) => files.remove(key)));
    const failed = removals.find((removal) => removal.status === "rejected");
    if (failed) context.log.error({ error: failed.reason, packageId }, "A file was left behind");
    throw error;
  }
}
