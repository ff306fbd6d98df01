import type { Shipment, ShippingLeg } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { LegStatus } from "#tracking/rules/package-status.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  changeLeg,
  updateDerivedStatus,
  recordEvent,
} from "#goods/server/packages/change-package.ts";
import { listDepartedLegs } from "#goods/server/packages/package-events.ts";
import { notifyPackageMoved } from "#goods/server/packages/package-notifications.ts";
import {
  updateHandedOverToLeft,
  type StoredPackage,
} from "#goods/server/packages/package-queries.ts";
import { updateLegRow } from "./leg-queries.ts";
import { noExpectations, updateExpectations } from "./expectations.ts";
import { hasShipRequest, isInboundLeg } from "#goods/rules/package-stage.ts";

/** Staff's word and the times that follow from it; what happened earlier keeps its time. */
function staffStatusColumns(leg: ShippingLeg, status: LegStatus, now: Date) {
  const departedAt = leg.departedAt === null ? null : new Date(leg.departedAt);
  return {
    statusSource: "staff" as const,
    statusSince: now,
    staffStatus: status,
    staffStatusAt: now,
    eventsCountSince: null,
    departedAt:
      status === "pending" ? null : status === "in_transit" ? (departedAt ?? now) : departedAt,
    arrivedAt: status === "delivered" ? now : null,
    ...(status === "pending" && noExpectations),
    question: null,
    questionAt: null,
    questionsAnsweredAt: now,
  };
}

/** Stores the status that staff set for a leg of a package whose row is locked, with its event; returns what the audit log has of it. */
async function saveLegStatus(
  context: SignedInContext,
  db: Db,
  leg: ShippingLeg,
  status: LegStatus,
) {
  const { id, packageId, legNumber } = leg;
  const now = context.now();
  await updateLegRow(db, id, { status, ...staffStatusColumns(leg, status, now), updatedAt: now });
  await recordEvent(context, db, {
    packageId,
    kind: "leg_status_changed",
    legNumber,
    before: leg.status,
    after: status,
  });
  return {
    before: { packageId, legNumber, status: leg.status },
    after: { packageId, legNumber, status },
  };
}

/**
 * Stores the leg's status and derives the package's again, in one transaction. The customer gets one email when the leg
 * departs, also while the package is in transit already. A status that the leg already has changes nothing. Throws `not_found`, `customer_quota_exceeded`, `conflict` (with the stored status as `current`) where the stored status is
 * not `expectedVersion`, and `leaves_by_manifest` for a leg that only a hand-over moves, which may only be pending again.
 */
export async function setLegStatus(
  context: SignedInContext,
  input: {
    readonly legId: string;
    readonly status: LegStatus;
    readonly expectedVersion?: LegStatus | undefined;
  },
): Promise<Shipment> {
  const { legId, status } = input;
  return await changeLeg(context, legId, async (db, leg, owning) => {
    if (context.edits({ status: leg.status }, { status }, leg.status) === null) return;
    if (status !== "pending" && heldLegNumbers(owning).includes(leg.legNumber)) {
      rejectLeavingByHand(owning);
    }
    const { packageId, legNumber } = leg;
    const departed = await listDepartedLegs(db, [packageId]);
    const isRepeated = departed.some((one) => one.legNumber === legNumber);
    await context.audit(await saveLegStatus(context, db, leg, status));
    await updateHandedOverToLeft(db, [packageId]);
    if (status === "in_transit") await updateExpectations(db, [packageId], context.now());
    const { pkg, isChanged } = await updateDerivedStatus(context, db, packageId);
    if (status === "in_transit" && pkg.status === "in_transit") {
      if (!isRepeated) await notifyPackageMoved(context, db, pkg, legNumber);
    } else if (isChanged) {
      await notifyPackageMoved(context, db, pkg);
    }
  });
}

/** Sets every leg of a package, whose row is locked, that is not delivered yet to delivered, as staff say. */
export async function deliverLegs(context: SignedInContext, db: Db, pkg: Shipment): Promise<void> {
  for (const leg of pkg.legs.filter(({ status }) => status !== "delivered")) {
    await context.auditOf(leg.id, await saveLegStatus(context, db, leg, "delivered"));
  }
}

/**
 * The numbers of the legs of a package, whose row is locked, that only a hand-over moves: those from the warehouse while it
 * is being prepared by a ship request.
 */
export function heldLegNumbers(pkg: StoredPackage): number[] {
  if (!hasShipRequest(pkg)) return [];
  return pkg.legs.filter((leg) => !isInboundLeg(leg, pkg)).map(({ legNumber }) => legNumber);
}

/** Throws `leaves_by_manifest` where a package, whose row is locked, is being prepared by a ship request. */
export function rejectLeavingByHand(pkg: StoredPackage): void {
  if (hasShipRequest(pkg)) throw apiError("leaves_by_manifest");
}
