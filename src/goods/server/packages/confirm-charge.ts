import type { Db } from "#platform/server/db/open.ts";
import { findPackage } from "./change-own-package.ts";
import { confirmShipRequest } from "./require-no-ship-request.ts";

/** Throws `ship_request_open` where a package is charged by its ship request, unless staff confirmed it. */
export async function confirmCharge(
  db: Db,
  packageId: string | null,
  isConfirmed = false,
): Promise<void> {
  const pkg = packageId === null ? undefined : await findPackage(db, packageId);
  if (pkg !== undefined) confirmShipRequest(pkg, isConfirmed);
}
