// Decides within a transaction what arrived, with everything locked that the decision depends on.
import type { ParcelOwner } from "#goods/contract/inbound-parcels.ts";
import type { Shipment } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { ScannedNumber } from "#goods/rules/scan.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  actsOnArrival,
  actsOnParcels,
  findRefusedParcels,
} from "#goods/server/inbound-parcels/lock-own-parcels.ts";
import { lockAnyPackage } from "#goods/server/packages/lock-packages.ts";
import { lockAccount } from "#money/server/plans/locks/with-subscriber-lock.ts";
import { findScanned, parseParcelScan, type ParcelReading, type Scanned } from "./read-scan.ts";
import {
  lockParcelRow,
  lockParcelsByLabel,
  type MeasuredRow,
  type StoredRow,
} from "./receiving-queries.ts";
import { findParcel, type StoredParcel } from "./scan-queries.ts";

/** What arrives: an expected or cancelled parcel, another piece of one that was received, or one that nobody declared. */
type Target = {
  readonly outcome: "matched" | "seen_before" | "undeclared" | "unmatched";
  readonly parcel: StoredParcel | null;
  readonly ownerId: string | null;
  readonly number: ScannedNumber | null;
};

export type LockedTarget = Target & {
  /** The package that gathers the parcel. */
  readonly pkg: Shipment | null;
  readonly isAccountClosed: boolean;
};

export type Arrival = {
  readonly scan: string | null;
  readonly inboundParcelId: string | null;
  readonly isUndeclared: boolean;
  readonly isAnotherPiece: boolean;
};

const maxReads = 5;

/** The number in a scan beside a parcel that was chosen; a code that can be our label is no courier's number there. */
function numberBeside(reading: ParcelReading | null): ScannedNumber | null {
  return reading?.kind === "number" ? reading.number : null;
}

async function findChosen(
  db: Db,
  parcelId: string,
  reading: ParcelReading | null,
): Promise<Target> {
  const parcel = await findParcel(db, parcelId);
  if (parcel === undefined) throw apiError("not_found");
  const isAwaited = parcel.place === "expected" || parcel.place === "cancelled";
  const outcome = isAwaited ? "matched" : "seen_before";
  return { outcome, parcel, ownerId: parcel.owner, number: numberBeside(reading) };
}

function toTarget(
  { outcome, parcel, candidates, number }: Scanned,
  owner: ParcelOwner | null,
  { isUndeclared }: Arrival,
): Target {
  const ownerId = owner?.userId ?? null;
  switch (outcome) {
    case "matched":
    case "seen_before":
      return { outcome, parcel, ownerId: parcel?.owner ?? null, number };
    case "two_owners":
      if (isUndeclared && ownerId !== null) {
        return { outcome: "undeclared", parcel: null, ownerId, number };
      }
      throw apiError("two_owners", { inboundParcelIds: candidates.map(({ id }) => id) });
    case "near_match":
    case "undeclared":
    case "unmatched":
      return {
        outcome: ownerId === null ? "unmatched" : "undeclared",
        parcel: null,
        ownerId,
        number,
      };
  }
}

async function findTarget(
  context: SignedInContext,
  db: Db,
  arrival: Arrival,
  owner: ParcelOwner | null,
): Promise<Target> {
  const { scan, inboundParcelId } = arrival;
  const reading = scan === null ? null : parseParcelScan(scan);
  if (inboundParcelId !== null) return await findChosen(db, inboundParcelId, reading);
  if (reading === null) {
    const ownerId = owner?.userId ?? null;
    const outcome = ownerId === null ? "unmatched" : "undeclared";
    return { outcome, parcel: null, ownerId, number: null };
  }
  return toTarget(await findScanned(context, db, reading, owner), owner, arrival);
}

function isSame(one: Target, other: Target): boolean {
  return (
    one.outcome === other.outcome &&
    one.ownerId === other.ownerId &&
    one.parcel?.id === other.parcel?.id &&
    one.parcel?.packageId === other.parcel?.packageId &&
    one.parcel?.state === other.parcel?.state
  );
}

/** Says whose it is that arrives: what nobody owns is the acting person's own where they claim it or declared its number. */
async function stateOwner(
  context: SignedInContext,
  db: Db,
  { parcel, ownerId, number }: Target,
): Promise<void> {
  if (parcel !== null) await actsOnParcels(context, db, [parcel.id]);
  await actsOnArrival(context, db, ownerId, number?.spellings ?? []);
}

/**
 * Decides what arrives, and locks its owner's profile, then its package, then the parcel, until the transaction ends: the
 * decision is made again after that, until nothing has changed meanwhile. A parcel that was received already is not
 * locked unless another piece of it arrives. Throws `own_account` for what is the acting person's own.
 */
export async function lockTarget(
  context: SignedInContext,
  db: Db,
  arrival: Arrival,
  owner: ParcelOwner | null,
): Promise<LockedTarget> {
  let target = await findTarget(context, db, arrival, owner);
  for (let reads = 1; reads < maxReads; reads += 1) {
    const { parcel, ownerId } = target;
    if (target.outcome === "seen_before" && !arrival.isAnotherPiece) {
      await stateOwner(context, db, target);
      return { ...target, pkg: null, isAccountClosed: false };
    }
    const account = ownerId === null ? null : await lockAccount(db, ownerId);
    const packageId = parcel?.packageId ?? null;
    const pkg = packageId === null ? undefined : await lockAnyPackage(context, db, packageId);
    if (parcel !== null) await lockParcelRow(db, parcel.id);
    const again = await findTarget(context, db, arrival, owner);
    if (isSame(target, again)) {
      await stateOwner(context, db, again);
      const isAccountClosed = account !== null && account.closedAt !== null;
      return { ...again, pkg: pkg ?? null, isAccountClosed };
    }
    target = again;
  }
  throw apiError("unavailable");
}

/** Locks a parcel that staff change. Throws `not_found`, and `own_account` for their own. */
export async function lockParcel(
  context: SignedInContext,
  db: Db,
  parcelId: string,
): Promise<MeasuredRow> {
  const parcel = await lockParcelRow(db, parcelId);
  if (parcel === undefined) throw apiError("not_found");
  await actsOnParcels(context, db, [parcelId]);
  return parcel;
}

/** Locks the parcels with these labels. Throws `own_account`, with the `labelCodes` of their own. */
export async function lockLabelled(
  context: SignedInContext,
  db: Db,
  labelCodes: readonly string[],
): Promise<StoredRow[]> {
  const parcels = await lockParcelsByLabel(db, labelCodes);
  const ids = parcels.map(({ id }) => id);
  const refused = await findRefusedParcels(context, db, ids);
  if (refused === undefined) return parcels;
  const own = parcels.filter(({ id }) => refused.ownIds.has(id));
  const { details, sentence } = refused.error;
  const named = { ...details, labelCodes: own.map(({ labelCode }) => labelCode) };
  throw apiError("own_account", named, sentence ?? undefined);
}
