import { apiError } from "#platform/contract/errors.ts";
import { isInboundLeg } from "#goods/rules/package-stage.ts";
import type { Db } from "#platform/server/db/open.ts";
import { readAskedLegs } from "#goods/server/packages/legs/read-asked-legs.ts";
import { sentence } from "#platform/server/translate.ts";
import type { RequestActor } from "./event-queries.ts";
import type { LockedRequest } from "./lock-request.ts";
import { listRequestParcels } from "./request-queries.ts";

/**
 * Whether what a request sends has left: parcels of it departed, a leg from the warehouse moved, or its carrier reports so
 * and staff have not answered.
 */
export async function hasDeparted(db: Db, { request, pkg }: LockedRequest): Promise<boolean> {
  const hasMoved = pkg.legs.some(
    (leg) => !isInboundLeg(leg, pkg) && (leg.status === "in_transit" || leg.status === "delivered"),
  );
  if (hasMoved) return true;
  const parcels = await listRequestParcels(db, request.id);
  const going = parcels.filter(({ state }) => state === "in_box" || state === "to_find");
  if (going.some(({ parcelState }) => parcelState === "departed")) return true;
  const asked = await readAskedLegs(db, pkg.id);
  return asked.some(({ question }) => question === "not_handed_over");
}

/** Throws `package_departed`, in the words of who reads it, where what a locked request sends has left. */
export async function requireHere(
  db: Db,
  locked: LockedRequest,
  { actor }: Pick<RequestActor, "actor">,
): Promise<void> {
  if (!(await hasDeparted(db, locked))) return;
  if (actor === "customer") throw apiError("package_departed");
  throw apiError("package_departed", {}, sentence("errors.packageDepartedForStaff"));
}
