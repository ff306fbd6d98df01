import type { Shipment } from "#goods/contract/packages.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { saveLegStatus } from "./set-leg-status.ts";

/** Sets every leg of a package, whose row is locked, that is not delivered yet to delivered, as staff say. */
export async function deliverLegs(context: SignedInContext, db: Db, pkg: Shipment): Promise<void> {
  for (const leg of pkg.legs)
    if (leg.status !== "delivered") await saveLegStatus(context, db, leg, "delivered");
}
