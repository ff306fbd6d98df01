import type { Shipment } from "#goods/contract/packages.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { saveStatus } from "./change-shipment.ts";
import { updateAllLegs } from "./legs/leg-queries.ts";

/** Voids a package, whose row must be locked, with all its legs; its parcels are taken out. */
export async function voidPackage(context: SignedInContext, db: Db, pkg: Shipment): Promise<void> {
  // First, so that the status that is derived later is the same.
  await updateAllLegs(db, pkg.id, { status: "voided", updatedAt: context.now() });
  await saveStatus(context, db, pkg, "voided");
}
