import { apiError } from "#platform/contract/errors.ts";
import type { ShelvedBox } from "#shipping/contract/shelved-boxes.ts";
import { readBox } from "#shipping/server/boxes/read-boxes.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeOrders } from "#shipping/server/extra-services/describe-orders.ts";
import { readNewestUnpacking } from "#shipping/server/extra-services/read-orders.ts";
import { findPackage } from "#goods/server/packages/change-own-package.ts";
import { findShelved } from "./choose-parcels.ts";
import { toPacked } from "./describe-ship-request.ts";
import { listGathered } from "./parcel-queries.ts";
import { findNewestRequest } from "./request-queries.ts";

/** The newest order to unpack the box that was shelved last; an older one was about another box. */
async function readUnpacking(context: SignedInContext, packageId: string) {
  const { db } = context;
  const request = await findNewestRequest(db, packageId);
  const order = await readNewestUnpacking(db, packageId);
  const isOfBox =
    order !== undefined &&
    request?.state === "shelved" &&
    request.endedAt !== null &&
    order.createdAt >= request.endedAt;
  return isOfBox ? ((await describeOrders(context, db, [order]))[0] ?? null) : null;
}

/** The packed box of an own package that lies on the shelf, and whether it is unpacked. Throws `not_found`. */
export async function readShelvedBox(
  context: SignedInContext,
  { packageId }: { readonly packageId: string },
): Promise<ShelvedBox> {
  const { db, session, language } = context;
  const pkg = await findPackage(db, packageId);
  if (pkg === undefined || pkg.userId !== session.person.id) throw apiError("not_found");
  const shelved = await findShelved(db, packageId, await listGathered(db, packageId));
  const boxId = shelved?.request.boxId ?? null;
  const box = boxId === null ? undefined : await readBox(db, boxId);
  return {
    box: shelved === null ? null : toPacked(shelved.request, box?.names[language] ?? null),
    inboundParcelIds: shelved?.parcels.map(({ id }) => id) ?? [],
    unpacking: await readUnpacking(context, packageId),
  };
}
