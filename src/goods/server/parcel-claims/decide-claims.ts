import type { StaffParcelClaim } from "#goods/contract/parcel-claims.ts";
import { seenGoods } from "#goods/rules/found-goods.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  actsOnClaim,
  actsOnParcels,
  isOpenPackage,
} from "#goods/server/inbound-parcels/lock-own-parcels.ts";
import { lockAccount, lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import {
  findClaim,
  type ClaimRow,
  lockOpenClaims,
  updateClaims,
  findAwaitedRow,
  findMatchedRow,
  listOpenPieces,
  lockMatchedRows,
  updateParcel,
  type MatchedRow,
} from "./claim-queries.ts";
import { getStaffClaim } from "./read-claims.ts";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { getStaffParcel } from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import { readMemberCode } from "#goods/server/receiving/read-scan.ts";
import type { Shipment } from "#goods/contract/packages.ts";
import {
  recordParcelEvents,
  type ParcelEvent,
} from "#goods/server/inbound-parcels/parcel-events.ts";
import { lockAnyPackage } from "#goods/server/packages/lock-packages.ts";
import { updatePackageFromParcels } from "#goods/server/packages/change-package.ts";
import { moveItems } from "#goods/server/goods/goods-item-queries.ts";
import { notifyNewOwner } from "#goods/server/receiving/notify-owner.ts";
import { startStorage } from "#goods/server/storage-rates/storage.ts";
import { insertNotifications } from "#notices/server/notifications/send-notifications.ts";

type Input = {
  readonly claimId: string;
  readonly inboundParcelId: string | null;
  readonly declaredParcelId: string | null;
  readonly reason: string;
};

/** The claim, which stays as it is until the transaction ends: whoever changes one locks its customer first. */
async function getOpenClaim(context: SignedInContext, db: Db, claimId: string): Promise<ClaimRow> {
  const found = await findClaim(db, claimId);
  if (found === undefined) throw apiError("not_found");
  await lockAccount(db, found.userId);
  await actsOnClaim(context, db, found);
  const claim = await findClaim(db, claimId);
  if (claim?.state !== "open") throw apiError("claim_decided");
  return claim;
}

/**
 * Grants an open claim, which gives its customer the parcel as `matchInboundParcel` does, or refuses it. The customer is
 * notified of the decision, and never reads the reason: every refusal reads the same. Throws `not_found`, `own_account`,
 * `claim_decided`, and as `giveParcel` does.
 */
export async function decideClaim(
  context: SignedInContext,
  input: Input,
): Promise<StaffParcelClaim> {
  const { db } = context;
  const { claimId, inboundParcelId, declaredParcelId, reason } = input;
  const { userId } = await getOpenClaim(context, db, claimId);
  const isGranted = inboundParcelId !== null;
  const given = isGranted
    ? await giveParcel(context, db, {
        parcelId: inboundParcelId,
        userId,
        declaredParcelId,
        claimId,
        reason,
      })
    : { declaredParcelId: null, claimIds: [claimId] };
  if (!isGranted) {
    const decision = { state: "refused" as const, inboundParcelId, reason };
    await recordDecisions(context, db, { userId, claimIds: given.claimIds, decision });
  }
  await context.audit({
    before: { state: "open" },
    after: { state: isGranted ? "granted" : "refused", userId, inboundParcelId, ...given },
    reason,
  });
  const claim = await getStaffClaim(context, db, claimId);
  context.log.info({ claimId, state: claim.state }, "Claim decided");
  return claim;
}

/**
 * Gives a parcel without a known owner to the customer with a member code, with a reason; of two members of staff at once
 * one does. A suspended account gets it too. Throws `invalid_member_code` with what is wrong, and as `giveParcel` does.
 */
export async function matchInboundParcel(
  context: SignedInContext,
  input: {
    readonly inboundParcelId: string;
    readonly memberCode: string;
    readonly declaredParcelId: string | null;
    readonly reason: string;
  },
): Promise<StaffInboundParcel> {
  const { inboundParcelId: parcelId, declaredParcelId, reason } = input;
  const { db } = context;
  const owner = await readMemberCode(context, db, input.memberCode);
  if (owner === null) throw apiError("invalid_member_code");
  const { userId } = owner;
  const gift = { parcelId, userId, declaredParcelId, claimId: null, reason };
  const given = await giveParcel(context, db, gift);
  await context.audit({
    before: { userId: null },
    after: { userId, ...given },
    reason,
  });
  context.log.info({ inboundParcelId: parcelId, userId }, "Inbound parcel matched");
  return await getStaffParcel(context, db, parcelId);
}

type Gift = {
  readonly parcelId: string;
  readonly userId: string;
  /** What the customer declared this parcel as; null: what they await under the same number, if anything. */
  readonly declaredParcelId: string | null;
  /** The claim that is decided, whatever its number. */
  readonly claimId: string | null;
  readonly reason: string;
};

/** What was given, and what ended with it. */
type Given = { readonly declaredParcelId: string | null; readonly claimIds: string[] };

type Locked = {
  readonly parcel: MatchedRow;
  readonly declared: MatchedRow | null;
  /** The package that gathers the declared parcel. */
  readonly pkg: Shipment | null;
};

const maxPiece = 99;

async function findDeclared(
  db: Db,
  { userId, declaredParcelId }: Gift,
  trackingNumber: string | null,
): Promise<MatchedRow | undefined> {
  if (declaredParcelId === null) {
    if (trackingNumber === null) return undefined;
    return await findAwaitedRow(db, userId, trackingNumber);
  }
  const declared = await findMatchedRow(db, declaredParcelId);
  if (declared?.userId !== userId) throw apiError("not_found");
  return declared;
}

/** Locks the customer's profile, then the package, then the parcels. Throws as `giveParcel` does. */
async function lockGift(context: SignedInContext, db: Db, gift: Gift): Promise<Locked> {
  await lockCustomer(db, gift.userId);
  const found = await findMatchedRow(db, gift.parcelId);
  if (found === undefined) throw apiError("not_found");
  const awaited = await findDeclared(db, gift, found.trackingNumber);
  const packageId = awaited?.packageId ?? null;
  const pkg = packageId === null ? undefined : await lockAnyPackage(context, db, packageId);
  const rows = await lockMatchedRows(db, [
    found.id,
    ...(awaited === undefined ? [] : [awaited.id]),
  ]);
  await context.actsOn(db, "claim", gift.userId);
  await actsOnParcels(context, db, [found.id]);
  const parcel = rows.get(found.id);
  const declared = awaited === undefined ? null : (rows.get(awaited.id) ?? null);
  if (parcel?.state !== "received" || parcel.userId !== null) {
    throw apiError("inbound_parcel_not_free");
  }
  const isAwaited = declared?.state === "expected" && declared.userId === gift.userId;
  // Staff may have deleted its package meanwhile, which cancels it. One that has left or ended has let it go: it is loose.
  const isLoose = declared?.packageId === null;
  const isMoved = !isLoose && declared !== null && declared.packageId !== packageId;
  if (declared !== null && (!isAwaited || isMoved)) throw apiError("inbound_parcel_not_free");
  return { parcel, declared, pkg: isLoose ? null : (pkg ?? null) };
}

/** The piece that a customer's parcel gets under a number: `wanted`, or the next. Throws `inbound_parcel_not_free` above 99. */
export async function freePiece(
  db: Db,
  userId: string,
  trackingNumber: string,
  wanted: number,
): Promise<number> {
  const taken = await listOpenPieces(db, userId, trackingNumber);
  const piece = taken.includes(wanted) ? Math.max(...taken) + 1 : wanted;
  if (piece > maxPiece) throw apiError("inbound_parcel_not_free");
  return piece;
}

/** The package that gathers what a customer awaits under a number; null where there is none. */
export async function findAwaitingPackage(
  db: Db,
  userId: string,
  trackingNumber: string,
): Promise<string | null> {
  return (await findAwaitedRow(db, userId, trackingNumber))?.packageId ?? null;
}

/** The number with its piece, as the customer's other parcels leave room for it. */
async function numberColumns(db: Db, { parcel, declared }: Locked, userId: string) {
  const { trackingNumber, carrierCode, carrierConfidence } =
    parcel.trackingNumber === null && declared !== null ? declared : parcel;
  if (trackingNumber === null) return {};
  const piece = await freePiece(db, userId, trackingNumber, parcel.piece);
  return { trackingNumber, carrierCode, carrierConfidence, piece };
}

function toDeclaration({ declared }: Locked) {
  if (declared === null) return {};
  const { source, shop, orderReference, description } = declared;
  const { declaredValueMinor, declaredCurrency, valueConfirmedAt } = declared;
  const value = { declaredValueMinor, declaredCurrency, valueConfirmedAt };
  return { source, shop, orderReference, description, ...value };
}

/** Writes the parcel's new owner, and ends the declared one; returns the package that gathers the parcel. */
async function storeGift(
  context: SignedInContext,
  db: Db,
  locked: Locked,
  userId: string,
): Promise<string | null> {
  const { parcel, declared, pkg } = locked;
  const updatedAt = context.now();
  const joins = pkg !== null && (await isOpenPackage(db, pkg));
  const packageId = joins ? pkg.id : null;
  if (declared !== null) {
    await updateParcel(db, declared.id, { state: "cancelled", packageId: null, updatedAt });
    await moveItems(db, declared.id, parcel.id);
  }
  const number = await numberColumns(db, locked, userId);
  const columns = { userId, packageId, ...toDeclaration(locked), ...number, updatedAt };
  await updateParcel(db, parcel.id, columns);
  await startStorage(context, db, [parcel.id]);
  const merged = declared === null ? [] : [declared];
  const events: ParcelEvent[] = [
    { parcelId: parcel.id, kind: "matched", packageId },
    ...merged.map(({ id: parcelId, packageId: from }) => {
      return { parcelId, kind: "merged" as const, packageId: from };
    }),
  ];
  await recordParcelEvents(context, db, events, true);
  if (pkg === null) return null;
  const isComplete = await updatePackageFromParcels(context, db, pkg.id);
  return isComplete ? pkg.id : null;
}

/**
 * Gives a received parcel without an owner to a customer, in the transaction `db`: its free days begin, and the customer
 * is notified. What the customer declared as it passes over to it, with the package, and the declared parcel ends; the
 * customer's open claims of either number are granted.
 *
 * Throws `own_account`, `account_closed`, `not_found` for the parcel and for a declared one that is not the customer's, and
 * `inbound_parcel_not_free` where the parcel has an owner or the declared one is not awaited.
 */
export async function giveParcel(context: SignedInContext, db: Db, gift: Gift): Promise<Given> {
  const { userId, claimId, reason } = gift;
  const locked = await lockGift(context, db, gift);
  const { parcel, declared } = locked;
  const numbers = [parcel.trackingNumber, declared?.trackingNumber ?? null];
  const trackingNumbers = numbers.flatMap((number) => number ?? []);
  const claimIds = await lockOpenClaims(db, userId, { trackingNumbers, claimId });
  const completePackageId = await storeGift(context, db, locked, userId);
  const seen = seenGoods({
    battery: parcel.battery ?? "unknown",
    goodsFlags: parcel.goodsFlags,
    found: { batteries: parcel.foundBatteries, goods: parcel.foundFlags },
  });
  await notifyNewOwner(context, db, {
    userId,
    parcelId: parcel.id,
    recorded: {
      condition: parcel.condition ?? "perfect",
      battery: seen.batteries[0] ?? "unknown",
      goodsFlags: seen.goods,
    },
    completePackageId,
  });
  const decision = { state: "granted" as const, inboundParcelId: parcel.id, reason };
  await recordDecisions(context, db, { userId, claimIds, decision });
  return { declaredParcelId: declared?.id ?? null, claimIds };
}

/** Records how a customer's open claims were decided, and notifies the customer, in the transaction of `db`. */
async function recordDecisions(
  context: SignedInContext,
  db: Db,
  decided: {
    readonly userId: string;
    readonly claimIds: readonly string[];
    readonly decision: {
      readonly state: "granted" | "refused";
      readonly inboundParcelId: string | null;
      readonly reason: string;
    };
  },
): Promise<void> {
  const { userId, claimIds, decision } = decided;
  const now = context.now();
  await updateClaims(db, claimIds, {
    ...decision,
    decidedBy: context.session.person.id,
    decidedAt: now,
    updatedAt: now,
  });
  const notifications = claimIds.map((claimId) => ({
    userId,
    kind: "claim_decided" as const,
    subjectId: claimId,
    dedupeKey: claimId,
    payload: { variant: decision.state },
  }));
  await insertNotifications(context, db, notifications);
}
