import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { followInboundParcels } from "#goods/server/packages/follow-inbound-parcels.ts";
import { findPackageStage } from "./receiving-queries.ts";

/** Lets a locked package follow its parcels; its id where it is complete now and was not before. */
export async function followPackage(
  context: SignedInContext,
  db: Db,
  packageId: string | null,
): Promise<string | null> {
  if (packageId === null) return null;
  const before = await findPackageStage(db, packageId);
  await followInboundParcels(context, db, packageId);
  const after = await findPackageStage(db, packageId);
  return after === "ready" && before !== "ready" ? packageId : null;
}
