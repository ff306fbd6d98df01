// Deletes a package with its legs, its images, its QR codes and their files.
import type { SignedInContext } from "#server/context.ts";
import { apiError } from "#contract/errors.ts";
import { atomically } from "#server/db/open.ts";
import { foldersOfPackage } from "./image-files.ts";
import { recordEvent, recordStaffAction } from "./record-change.ts";
import { deletePackageRows, lockShipment } from "./package-queries.ts";

/**
 * Removes rows and files; the history of money, the package's events and an audit entry that says what it was
 * stay. Refuses with `not_found`, also the second time.
 */
export async function deletePackage(
  context: SignedInContext,
  input: { readonly packageId: string },
): Promise<Record<string, never>> {
  const { packageId } = input;
  await atomically(context.db, async (db) => {
    const shipment = await lockShipment(db, packageId);
    if (shipment === undefined) throw apiError("not_found");
    await deletePackageRows(db, packageId);
    await recordEvent(context, db, { packageId, kind: "package_deleted", before: shipment.status });
    await recordStaffAction(context, db, {
      action: "packages.deletePackage",
      target: packageId,
      before: shipment,
    });
  });
  await removeFolders(context, packageId);
  context.log.info({ packageId }, "Package deleted");
  return {};
}

/** After the commit, so that no row ever names a file that is gone; what cannot be removed now is swept away later. */
async function removeFolders({ files, log }: SignedInContext, packageId: string): Promise<void> {
  try {
    for (const folder of foldersOfPackage(packageId)) await files.removeFolder(folder);
  } catch (error) {
    log.error({ error, packageId }, "Files of a deleted package were left behind");
  }
}
