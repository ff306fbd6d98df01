import { apiError } from "#platform/contract/errors.ts";
import type { Manifest } from "#shipping/contract/manifests.ts";
import { mayTakeBack } from "#shipping/rules/manifest.ts";
import { isInboundLeg } from "#goods/rules/package-stage.ts";
import { recordAdminAction } from "#platform/server/audit/record-audit.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ManifestPackageRow } from "#shipping/server/tables/labels.ts";
import { returnDepartedParcels } from "#goods/server/inbound-parcels/parcels-of-package.ts";
import { changeManifest } from "./manifests.ts";
import { findManifestPackage } from "./manifest-queries.ts";
import { saveStatus } from "#goods/server/packages/change-package.ts";
import type { PackageWithQuota } from "#goods/server/packages/lock-packages.ts";
import { recordEvent } from "#goods/server/packages/record-event.ts";
import {
  lockOutgoingRequests,
  saveOutgoingRequests,
} from "#shipping/server/ship-requests/hand-over-requests.ts";
import { unfollowLegs } from "#goods/server/tracking/follow-holders.ts";
import { refundAndHoldAgain } from "#money/server/wallet/hold-refunds.ts";
import { startHoldRound, updateLegsToPending, updateToTakenBack } from "./dispatch-queries.ts";

type Input = { readonly manifestPackageId: string; readonly reason: string };

/** Whether its hand-over can be undone now. Throws `take_back_over`, and `conflict` where it is not handed over. */
function requireHandedOver(listed: ManifestPackageRow | undefined, now: Date): ManifestPackageRow {
  if (listed === undefined) throw apiError("not_found");
  if (listed.state !== "handed_over" || listed.handedOverAt === null) throw apiError("conflict");
  if (!mayTakeBack(listed.handedOverAt, now)) throw apiError("take_back_over");
  return listed;
}

/** The legs from the warehouse on. Throws `conflict` where a carrier, or staff, has moved them since. */
function requireJustDeparted(pkg: PackageWithQuota, handedOverAt: Date) {
  const outgoing = pkg.legs.filter((leg) => !isInboundLeg(leg, pkg));
  const [first, ...further] = outgoing;
  const isUntouched =
    first?.status === "in_transit" &&
    first.statusSource === "staff" &&
    first.statusSince === handedOverAt.toISOString() &&
    further.every(({ status }) => status === "pending");
  if (first === undefined || !isUntouched) throw apiError("conflict");
  return { outgoing, first };
}

async function takeBack(
  context: SignedInContext,
  db: Db,
  listed: ManifestPackageRow,
  reason: string,
): Promise<void> {
  const { shipRequestId } = listed;
  const [locked] = await lockOutgoingRequests(context, db, [shipRequestId]);
  const [request, pkg] = [locked?.request, locked?.pkg];
  if (pkg === undefined || request?.state !== "handed_over" || listed.handedOverAt === null) {
    throw apiError("conflict");
  }
  const packageId = pkg.id;
  const { outgoing, first } = requireJustDeparted(pkg, listed.handedOverAt);
  const at = context.now();
  const by = context.session.person.id;
  const legIds = outgoing.map(({ id }) => id);
  const refunded = await refundAndHoldAgain(context, db, {
    userId: request.userId,
    shipRequestId,
    trackingNumber: pkg.trackingNumber,
    settledAt: listed.handedOverAt,
    round: await startHoldRound(db, shipRequestId),
    by,
    at,
  });
  await saveOutgoingRequests(db, [shipRequestId], {
    state: "labelled",
    event: "taken_back",
    reason,
    actorId: by,
    at,
  });
  await returnDepartedParcels(context, db, packageId);
  await unfollowLegs(context, db, legIds);
  await updateLegsToPending(db, legIds, at);
  await recordEvent(context, db, {
    packageId,
    kind: "leg_status_changed",
    legNumber: first.legNumber,
    before: first.status,
    after: "pending",
  });
  await saveStatus(context, db, { ...pkg, shipRequestState: "labelled" }, "processing");
  await updateToTakenBack(db, listed.id, { by, at, reason });
  await recordAdminAction(context, db, {
    action: "manifests.takeBackPackage",
    target: shipRequestId,
    after: { manifestId: listed.manifestId, refunded },
    reason,
  });
}

/**
 * Takes a package back within two hours after it was handed over: what was charged is refunded and held again, its legs and
 * parcels return, and it is labelled as before, in one transaction. A repeat changes nothing. Throws `not_found`,
 * `take_back_over`, `insufficient_balance` where a dispute took the money, and `conflict` where it did not leave, or has
 * moved on.
 */
export async function takeBackPackage(context: SignedInContext, input: Input): Promise<Manifest> {
  const { manifestPackageId, reason } = input;
  const found = await findManifestPackage(context.db, manifestPackageId);
  if (found === undefined) throw apiError("not_found");
  return await changeManifest(context, found.manifestId, { manifestPackageId }, async (db) => {
    const listed = await findManifestPackage(db, manifestPackageId);
    if (listed?.state === "taken_back") return;
    await takeBack(context, db, requireHandedOver(listed, context.now()), reason);
  });
}
