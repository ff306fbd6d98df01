import { apiError } from "#platform/contract/errors.ts";
import type { Manifest } from "#shipping/contract/manifests.ts";
import {
  manifestLimits,
  nextManifestState,
  type LeftBehindReason,
  mayTakeBack,
} from "#shipping/rules/manifest.ts";
import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import { type Db, atomically } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { changeManifest, lockToChange, readManifest } from "./manifests.ts";
import {
  findManifest,
  updateManifest,
  lockManifest,
  findManifestPackage,
} from "./manifest-queries.ts";
import { addFile } from "#platform/server/files/files.ts";
import { ApiError } from "#platform/rules/error-message.ts";
import { withoutSession } from "#platform/server/own-things.ts";
import { isDatabaseUnavailable } from "#platform/server/error-response.ts";
import { recordServerError } from "#platform/server/error-reports/record-error.ts";
import {
  listDeparting,
  updateToLeftBehind,
  type Departing,
  startHoldRound,
  updateLegsToPending,
  updateToTakenBack,
} from "./dispatch-queries.ts";
import { dispatchPackages } from "./dispatch-packages.ts";
import { isInboundLeg } from "#goods/rules/package-stage.ts";
import { returnDepartedParcels } from "#goods/server/inbound-parcels/parcels-of-package.ts";
import { saveStatus, recordEvent } from "#goods/server/packages/change-package.ts";
import type { PackageWithQuota } from "#goods/server/packages/lock-packages.ts";
import {
  lockOutgoingRequests,
  saveOutgoingRequests,
} from "#shipping/server/ship-requests/hand-over-requests.ts";
import { unfollowLegs } from "#goods/server/tracking/follow-holders.ts";
import { refundAndHoldAgain } from "#money/server/wallet/hold-refunds.ts";

type HandOverInput = {
  readonly manifestId: string;
  readonly receiverName: string;
  readonly signature: File;
  readonly idempotencyKey: string;
};

/**
 * Begins to hand the packages of a closed manifest over to who signs for them; a job lets them leave. A repeat changes
 * nothing. Throws `not_found`, `conflict`, and what `addFile` throws of the signature.
 */
export async function handOverManifest(
  context: SignedInContext,
  { manifestId, receiverName, idempotencyKey, signature }: HandOverInput,
): Promise<Manifest> {
  const manifest = await findManifest(context.db, manifestId);
  if (manifest === undefined) throw apiError("not_found");
  const target = { ownerKind: "manifest", ownerId: manifestId, kind: "signature" } as const;
  const name = `signature-${manifest.number}`;
  await addFile(
    context,
    { ...target, name, file: signature, idempotencyKey, input: receiverName },
    {
      lock: (db) => lockToChange(context, db, manifestId, "all"),
      check: ({ state }) => {
        if (nextManifestState("start_hand_over", state) === null) throw apiError("conflict");
      },
      record: async (db) => {
        await updateManifest(db, manifestId, {
          state: "handing_over",
          receiverName,
          handedOverBy: context.session.person.id,
          handOverStartedAt: context.now(),
        });
        await context.audit({ after: { receiverName } }, db);
        await context.jobs.enqueue(db, "hand-over-packages", { manifestId });
      },
    },
  );
  return await readManifest(context, { manifestId });
}

/** Runs `work` on the next packages of a manifest that is being handed over, locked; null once there are none. */
async function withDeparting<T>(
  db: Db,
  manifestId: string,
  limit: number,
  work: (db: Db, manifest: RowOf<"manifests">, departing: readonly Departing[]) => Promise<T>,
): Promise<T | null> {
  return await atomically(db, async (inner) => {
    const manifest = await lockManifest(inner, manifestId);
    if (manifest?.state !== "handing_over") return null;
    const departing = await listDeparting(inner, manifestId, limit);
    return departing.length === 0 ? null : await work(inner, manifest, departing);
  });
}

async function leaveTogether(services: AppServices, manifestId: string, limit: number) {
  const context = withoutSession(services);
  return await withDeparting(services.db, manifestId, limit, async (db, manifest, departing) => {
    await dispatchPackages(context, db, departing, manifest.handedOverBy ?? "");
    return departing.length;
  });
}

/** What keeps one package here; null where the next attempt may succeed. */
function reasonOf(error: unknown): LeftBehindReason | null {
  if (isDatabaseUnavailable(error)) return null;
  const isBalance = error instanceof ApiError && error.code === "insufficient_balance";
  return isBalance ? "insufficient_balance" : "failed";
}

/** Lets the next package leave alone, or leaves it behind with the reason; false once there is none. */
async function leaveAlone(services: AppServices, manifestId: string): Promise<boolean> {
  try {
    return (await leaveTogether(services, manifestId, 1)) !== null;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    if (reason === "failed") {
      const at = { operation: "manifests.handOverManifest", requestId: manifestId };
      await recordServerError(services, error, at);
    }
    await withDeparting(services.db, manifestId, 1, async (db, _manifest, [first]) => {
      if (first !== undefined) await updateToLeftBehind(db, [first.id], reason);
    });
    return true;
  }
}

async function finish({ db, now }: AppServices, manifestId: string): Promise<void> {
  await atomically(db, async (inner) => {
    const manifest = await lockManifest(inner, manifestId);
    if (manifest?.state !== "handing_over") return;
    if ((await listDeparting(inner, manifestId, 1)).length > 0) return;
    await updateManifest(inner, manifestId, { state: "handed_over", handedOverAt: now() });
  });
}

/**
 * Lets the packages of a manifest leave, 200 in one transaction. Where one of them fails, all of these leave one by one,
 * so that it alone stays behind.
 */
export async function handOverPackages(
  services: AppServices,
  { manifestId }: { readonly manifestId: string },
): Promise<void> {
  for (;;) {
    try {
      const count = await leaveTogether(services, manifestId, manifestLimits.packagesAtOnce);
      if (count === null) break;
    } catch (error) {
      if (reasonOf(error) === null) throw error;
      services.log.warn({ error, manifestId }, "Packages of a manifest leave one by one");
      let [count, isMore] = [0, true];
      while (isMore && count < manifestLimits.packagesAtOnce) {
        isMore = await leaveAlone(services, manifestId);
        count += 1;
      }
    }
  }
  await finish(services, manifestId);
}

type TakeBackInput = { readonly manifestPackageId: string; readonly reason: string };

/** Whether its hand-over can be undone now. Throws `take_back_over`, and `conflict` where it is not handed over. */
function requireHandedOver(
  listed: RowOf<"manifestPackages"> | undefined,
  now: Date,
): RowOf<"manifestPackages"> {
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
  listed: RowOf<"manifestPackages">,
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
  await context.auditOf(shipRequestId, {
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
export async function takeBackPackage(
  context: SignedInContext,
  input: TakeBackInput,
): Promise<Manifest> {
  const { manifestPackageId, reason } = input;
  const found = await findManifestPackage(context.db, manifestPackageId);
  if (found === undefined) throw apiError("not_found");
  return await changeManifest(context, found.manifestId, { manifestPackageId }, async (db) => {
    const listed = await findManifestPackage(db, manifestPackageId);
    if (listed?.state === "taken_back") return context.unchanged();
    await takeBack(context, db, requireHandedOver(listed, context.now()), reason);
  });
}
