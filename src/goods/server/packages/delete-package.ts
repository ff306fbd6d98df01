import type { SignedInContext } from "#platform/server/context.ts";
import { apiError } from "#platform/contract/errors.ts";
import { atomically } from "#platform/server/db/open.ts";
import { lockAnyPackage } from "./change-own-package.ts";
import { foldersOfPackage } from "#platform/server/packages/files/file-keys.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import { releaseParcelsOfDeletedPackage } from "#goods/server/inbound-parcels/release-parcels.ts";
import { recordEvent } from "./record-event.ts";
import { requireNoShipRequest } from "./require-no-ship-request.ts";
import { deletePackageRows } from "./package-queries.ts";

/**
 * Deletes the package with its legs, images, QR codes and their files. Its parcels stay: those that are here become
 * loose, those that are awaited are cancelled. Money history and the package's events stay, and
 * an audit entry holds the deleted package. Throws `not_found`, also for a repeat, and `own_account`.
 */
export async function deletePackage(
  context: SignedInContext,
  input: { readonly packageId: string },
): Promise<Record<string, never>> {
  const { packageId } = input;
  await atomically(context.db, async (db) => {
    const pkg = await lockAnyPackage(context, db, packageId);
    if (pkg === undefined) throw apiError("not_found");
    requireNoShipRequest(pkg);
    const { customer: _customer, ...before } = pkg;
    await releaseParcelsOfDeletedPackage(context, db, packageId);
    await deletePackageRows(db, packageId);
    await recordEvent(context, db, { packageId, kind: "package_deleted", before: pkg.status });
    await recordAdminAction(context, db, {
      action: "packages.deletePackage",
      target: packageId,
      before,
    });
  });
  await removeFolders(context, packageId);
  context.log.info({ packageId }, "Package deleted");
  return {};
}

/** Runs after the commit, so that no row names a missing file; a job removes later what cannot be removed now. */
async function removeFolders({ files, log }: SignedInContext, packageId: string): Promise<void> {
  try {
    for (const folder of foldersOfPackage(packageId)) await files.removeFolder(folder);
  } catch (error) {
    log.error({ error, packageId }, "Files of a deleted package were left behind");
  }
}
