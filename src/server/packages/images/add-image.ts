import type { PackageImage } from "#contract/packages.ts";
import { apiError, type ErrorCode } from "#contract/errors.ts";
import { isEnded } from "#core/package-change.ts";
import { roleAccess } from "#core/role-access.ts";
import { mayUse } from "#core/staff-role.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import type { PackageImageRow } from "#server/db/tables/packages.ts";
import { countAttempt } from "#server/limits/count-attempt.ts";
import type { PreparedImage } from "#server/adapters/files/draw-image.ts";
import { imageErrorSentence, type ImageError } from "#server/adapters/files/image-limits.ts";
import { prepareImage } from "#server/adapters/files/prepare-image.ts";
import { rejectObstacle } from "#server/packages/change-own-package.ts";
import { imageFileName, newImageKeys } from "#server/packages/files/file-keys.ts";
import { toPackageImage } from "#server/packages/files/file-link.ts";
import { findShipment, lockShipment, updatePackageRow } from "#server/packages/package-queries.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import { recordEvent } from "#server/packages/record-event.ts";
import { insertImage } from "./image-queries.ts";

/** How many images a package may have. */
const maxImages = 10;

type Prepared = Extract<PreparedImage, { ok: true }>;
type Keys = ReturnType<typeof newImageKeys>;

/** Whether the user adds to this package as staff; with a role somebody is still the customer of their own packages. */
function actsAsStaff({ session }: SignedInContext, { userId }: { userId: string }): boolean {
  const { person } = session;
  return person.isAdmin || (userId !== person.id && mayUse(person, roleAccess.packageImages));
}

/**
 * Throws `not_found` for no package or another's, `package_not_changeable` for a customer whose package was delivered,
 * cancelled or voided, and `too_many_images` for a full one; staff who receive or pack may add to any package.
 */
function requireImageCapacity(
  context: SignedInContext,
  shipment: Awaited<ReturnType<typeof findShipment>>,
): asserts shipment {
  const { person } = context.session;
  if (shipment === undefined) throw apiError("not_found");
  const isByStaff = actsAsStaff(context, shipment);
  if (shipment.userId !== person.id && !isByStaff) throw apiError("not_found");
  if (!isByStaff && isEnded(shipment.status)) rejectObstacle("ended");
  if (shipment.imagesCount >= maxImages) throw apiError("too_many_images");
}

const codesByReason: Partial<Record<ImageError["reason"], ErrorCode>> = {
  too_large: "too_large",
  too_many_pixels: "too_many_pixels",
};

async function prepare({ images }: SignedInContext, file: File): Promise<Prepared> {
  const result = await prepareImage(images, new Uint8Array(await file.arrayBuffer()));
  if (result.ok) return result;
  const { reason } = result.error;
  const code = codesByReason[reason] ?? "invalid_image";
  throw apiError(code, { ...result.error }, (language) =>
    imageErrorSentence(result.error, language),
  );
}

async function save(
  context: SignedInContext,
  db: Db,
  packageId: string,
  image: { readonly name: string; readonly keys: Keys; readonly file: Prepared["image"] },
): Promise<PackageImageRow> {
  const { person } = context.session;
  const now = context.now();
  const shipment = await lockShipment(db, packageId);
  requireImageCapacity(context, shipment);
  const row = await insertImage(db, {
    packageId,
    imageName: image.name,
    imageUrl: image.keys.image,
    thumbnailUrl: image.keys.thumbnail,
    fileSize: image.file.bytes.byteLength,
    contentType: image.file.contentType,
    uploadedBy: person.id,
    createdAt: now,
  });
  await updatePackageRow(db, packageId, { imagesCount: shipment.imagesCount + 1, updatedAt: now });
  await recordEvent(context, db, { packageId, kind: "image_added", after: image.name });
  if (actsAsStaff(context, shipment)) {
    await recordAdminAction(context, db, {
      action: "packages.addImage",
      target: packageId,
      after: { imageId: row.id, imageName: image.name },
    });
  }
  return row;
}

/**
 * Stores an image of an own package (staff who receive or pack: of any), re-encoded without metadata, with a thumbnail; its type is
 * detected from the content. A failure leaves neither row nor file. Throws `too_many_requests` after 200 in an hour,
 * `not_found`, `package_not_changeable`, `too_many_images` at ten, `too_large` above 10 MB, `too_many_pixels`, and `invalid_image` with the reason.
 */
export async function addImage(
  context: SignedInContext,
  input: { readonly packageId: string; readonly file: File },
): Promise<PackageImage> {
  const { db, files, session, now } = context;
  const { packageId } = input;
  if ((await countAttempt(db, "uploadsPerAccount", session.person.id, now())) === null) {
    throw apiError("too_many_requests");
  }
  requireImageCapacity(context, await findShipment(db, packageId));
  const { image, thumbnail } = await prepare(context, input.file);
  const keys = newImageKeys(packageId, image.extension, now());
  try {
    await files.put(keys.image, image.bytes, image.contentType);
    await files.put(keys.thumbnail, thumbnail.bytes, thumbnail.contentType);
    const name = imageFileName(input.file.name, image.extension);
    const row = await atomically(db, (inner) =>
      save(context, inner, packageId, { name, keys, file: image }),
    );
    return toPackageImage(context, row);
  } catch (error) {
    // A file that cannot be removed now must not hide why the image was not stored; a job removes it later.
    const removals = await Promise.allSettled(Object.values(keys).map((key) => files.remove(key)));
    const failed = removals.find((removal) => removal.status === "rejected");
    if (failed) context.log.error({ error: failed.reason, packageId }, "A file was left behind");
    throw error;
  }
}
