// What happens to packages when a manifest is handed over, in one transaction for all of them.
import type { LeftBehindReason } from "#shipping/rules/manifest.ts";
import { isInboundLeg } from "#goods/rules/package-stage.ts";
import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { departPackedParcels } from "#goods/server/inbound-parcels/parcels-of-package.ts";
import { lockOrdersOfPackages } from "#shipping/server/extra-services/order-ends.ts";
import { readOpenHolds } from "#shipping/server/extra-services/orders.ts";
import { recordedLegFields } from "#goods/server/packages/legs/edit-legs.ts";
import {
  moveLegs,
  saveMovedPackages,
  type MovedPackage,
} from "#goods/server/packages/legs/move-legs.ts";
import { updateExpectations } from "#goods/server/packages/legs/expectations.ts";
import type { PackageWithQuota } from "#goods/server/packages/lock-packages.ts";
import { recordEvents } from "#goods/server/packages/change-package.ts";
import {
  lockOutgoingRequests,
  saveOutgoingRequests,
  type OutgoingRequest,
} from "#shipping/server/ship-requests/hand-over-requests.ts";
import { readMovingEvents } from "#goods/server/tracking/carrier-events.ts";
import { followLegs } from "#goods/server/tracking/follow-holders.ts";
import { settleHoldsTogether, type OpenRequestHold } from "#money/server/wallet/request-holds.ts";
import {
  updateLegNumbers,
  updateLegsToDeparted,
  updateLegsToReported,
  updateToHandedOver,
  updateToLeftBehind,
  type Departing,
} from "./dispatch-queries.ts";

type Package = MovedPackage["pkg"];
type Leg = Package["legs"][number];

/** A package that can leave, with everything that is locked for it. */
type Ready = {
  readonly listed: Departing;
  readonly request: OutgoingRequest;
  readonly pkg: Package;
  readonly holds: readonly OpenRequestHold[];
  /** The legs from the warehouse on; the first one departs unless it has already. */
  readonly outgoing: readonly [Leg, ...Leg[]];
};

type Staying = { readonly listed: Departing; readonly reason: LeftBehindReason };

function isStaying(judged: Ready | Staying): judged is Staying {
  return "reason" in judged;
}

type Loaded = {
  readonly requests: ReadonlyMap<string, OutgoingRequest>;
  /** By request; undefined where the package was deleted. */
  readonly packages: ReadonlyMap<string, PackageWithQuota | undefined>;
  readonly holds: ReadonlyMap<string, readonly OpenRequestHold[]>;
};

/** Locks everything that packages change when they leave; their wallets follow with the holds. */
async function lockAll(
  context: ActingContext,
  db: Db,
  listed: readonly Departing[],
): Promise<Loaded> {
  const requestIds = listed.map(({ shipRequestId }) => shipRequestId);
  const locked = await lockOutgoingRequests(context, db, requestIds);
  await lockOrdersOfPackages(
    db,
    locked.flatMap(({ pkg }) => pkg?.id ?? []),
  );
  return {
    requests: new Map(locked.map(({ request }) => [request.id, request])),
    packages: new Map(locked.map(({ request, pkg }) => [request.id, pkg])),
    holds: await readOpenHolds(db, requestIds),
  };
}

/** Whether a package can leave, or why it stays behind. */
function judge(listed: Departing, { requests, packages, holds }: Loaded): Ready | Staying {
  const stays = (reason: LeftBehindReason) => ({ listed, reason });
  const request = requests.get(listed.shipRequestId);
  if (request?.state !== "labelled") return stays("not_labelled");
  if (listed.labelState !== "made") return stays("label_void");
  const pkg = packages.get(request.id);
  if (pkg === undefined || pkg.status === "cancelled" || pkg.status === "voided") {
    return stays("package_ended");
  }
  const [first, ...further] = pkg.legs.filter((leg) => !isInboundLeg(leg, pkg));
  // One that moved already has left, so that its package is charged.
  if (first === undefined || first.status === "cancelled" || first.status === "voided") {
    return stays("already_left");
  }
  const held = holds.get(request.id) ?? [];
  if (!held.some(({ type }) => type === "shipping_fee")) return stays("holds_missing");
  return { listed, request, pkg, holds: held, outgoing: [first, ...further] };
}

/** Gives the legs of each package the number of its label, which is followed from then on. */
async function followLabels(
  context: ActingContext,
  db: Db,
  ready: readonly Ready[],
  staffId: string,
): Promise<void> {
  const at = context.now();
  const numbered = ready.flatMap(({ listed, pkg, outgoing }) =>
    outgoing.map((leg) => ({ leg, pkg, listed })),
  );
  const changed = numbered.filter(
    ({ leg, listed }) => leg.trackingNumber !== listed.trackingNumber,
  );
  await updateLegNumbers(
    db,
    changed.map(({ leg, listed }) => ({ id: leg.id, trackingNumber: listed.trackingNumber })),
    at,
  );
  await recordEvents(
    context,
    db,
    changed.map(({ leg, pkg, listed }) => ({
      packageId: pkg.id,
      kind: "leg_changed",
      legNumber: leg.legNumber,
      before: recordedLegFields(leg, ["trackingNumber"]),
      after: recordedLegFields({ ...leg, trackingNumber: listed.trackingNumber }, [
        "trackingNumber",
      ]),
      staffId,
    })),
  );
  // Posts hand an item over under one number, whichever carrier each leg names.
  await followLegs(
    context,
    db,
    numbered.map(({ leg, listed: { trackingNumber, carrierCode } }) => ({
      id: leg.id,
      trackingNumber,
      carrierCode,
    })),
  );
}

function isDeparting({ outgoing: [first] }: Ready): boolean {
  return first.status === "pending";
}

/** The package with its first leg from the warehouse on its way. */
function moved(ready: Ready, staffId: string): MovedPackage {
  const { pkg, listed, outgoing } = ready;
  const [first] = outgoing;
  const departs = isDeparting(ready);
  const isOutgoing = (leg: Leg) => outgoing.some(({ id }) => id === leg.id);
  return {
    pkg: { ...pkg, shipRequestState: "handed_over" },
    legs: pkg.legs.map((leg) => ({
      ...leg,
      ...(isOutgoing(leg) && { trackingNumber: listed.trackingNumber }),
      ...(departs && leg.id === first.id && { status: "in_transit" as const }),
    })),
    changes: departs
      ? [
          {
            packageId: pkg.id,
            kind: "leg_status_changed",
            legNumber: first.legNumber,
            before: first.status,
            after: "in_transit",
          },
        ]
      : [],
    begun: departs ? [first.legNumber] : [],
    staffId,
    chargedCents: ready.holds.reduce((sum, { amountCents }) => sum + Number(amountCents), 0),
  };
}

/** Moves the legs by what carriers reported before their packages were handed over. */
async function applyEarlierReports(
  context: ActingContext,
  db: Db,
  ready: readonly Ready[],
): Promise<void> {
  const legs = new Map(ready.map(({ pkg, outgoing }) => [pkg.id, outgoing]));
  const events = await readMovingEvents(db, legs);
  await moveLegs(context, db, [...events.keys()], () => Promise.resolve(events));
}

async function dispatch(
  context: ActingContext,
  db: Db,
  ready: readonly Ready[],
  handedOverBy: string,
): Promise<void> {
  const at = context.now();
  const packageIds = ready.map(({ pkg }) => pkg.id);
  await settleHoldsTogether(
    db,
    ready.flatMap(({ holds }) => holds),
    { settledBy: handedOverBy, at },
  );
  await saveOutgoingRequests(
    db,
    ready.map(({ request }) => request.id),
    { state: "handed_over", event: "handed_over", actorId: handedOverBy, at },
  );
  await departPackedParcels(context, db, packageIds);
  await followLabels(context, db, ready, handedOverBy);
  await updateLegsToReported(
    db,
    ready.flatMap(({ outgoing }) => outgoing.map(({ id }) => id)),
    at,
  );
  await updateLegsToDeparted(
    db,
    ready.filter(isDeparting).map(({ outgoing: [first] }) => first.id),
    at,
  );
  await updateExpectations(db, packageIds, at);
  await saveMovedPackages(
    context,
    db,
    ready.map((one) => moved(one, handedOverBy)),
  );
  await applyEarlierReports(context, db, ready);
  await updateToHandedOver(
    db,
    ready.map(({ listed }) => listed.id),
    at,
  );
}

/**
 * Dispatches packages of a locked manifest in the transaction `db`: holds are settled at their amounts, requests are handed
 * over, parcels depart, the first leg from the warehouse moves, its number is followed, what its carrier reported before is
 * applied, and customers are notified. What cannot leave stays behind with its reason. Throws `insufficient_balance` where a dispute took what one of them has held.
 */
export async function dispatchPackages(
  context: ActingContext,
  db: Db,
  listed: readonly Departing[],
  handedOverBy: string,
): Promise<void> {
  const loaded = await lockAll(context, db, listed);
  const judged = listed.map((one) => judge(one, loaded));
  const staying = judged.filter(isStaying);
  for (const [reason, ones] of Map.groupBy(staying, (one) => one.reason)) {
    await updateToLeftBehind(
      db,
      ones.map((one) => one.listed.id),
      reason,
    );
  }
  const ready = judged.flatMap((one) => (isStaying(one) ? [] : [one]));
  if (ready.length > 0) await dispatch(context, db, ready, handedOverBy);
}
