import type { Shipment } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  lockOwnPackageIfExists,
  type LockedPackage,
} from "#goods/server/packages/lock-packages.ts";
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import { listPackageIdsOf, lockParcels, type LockedParcel } from "./inbound-parcel-queries.ts";
import { mayGather } from "#goods/rules/package-stage.ts";
import { listParcelStates } from "./list-queries.ts";
import type { ApiError } from "#platform/rules/error-message.ts";
import { findOwnRefusal } from "#platform/server/own-things.ts";
import { isNumberOf, listParcelOwners } from "./parcel-record-queries.ts";

/** Own parcels with every package that a change of them concerns, locked until the transaction ends. */
type LockedParcels = {
  readonly parcels: readonly LockedParcel[];
  readonly packages: readonly LockedPackage[];
};

/**
 * Locks the customer's profile, then the packages that gather the parcels (and `intoPackageId`) in order of id, then the
 * parcels. Throws `account_closed`, and `not_found` where a parcel or package is not the customer's.
 */
export async function lockOwnParcels(
  context: SignedInContext,
  db: Db,
  parcelIds: readonly string[],
  intoPackageId: string | null = null,
): Promise<LockedParcels> {
  const userId = context.session.person.id;
  await lockCustomer(db, userId);
  const gathering = await listPackageIdsOf(db, userId, parcelIds);
  const into = intoPackageId === null ? [] : [intoPackageId];
  const packages: LockedPackage[] = [];
  for (const packageId of [...new Set([...gathering, ...into])].toSorted()) {
    const pkg = await lockOwnPackageIfExists(context, db, packageId);
    // A package that staff deleted meanwhile has released its parcels.
    if (pkg !== undefined) packages.push(pkg);
    else if (packageId === intoPackageId) throw apiError("not_found");
  }
  const parcels = await lockParcels(db, userId, parcelIds);
  if (parcels.length !== new Set(parcelIds).size) throw apiError("not_found");
  return { parcels, packages };
}

/** The same for one parcel. */
export async function lockOwnParcel(
  context: SignedInContext,
  db: Db,
  parcelId: string,
): Promise<LockedParcel> {
  const [parcel] = (await lockOwnParcels(context, db, [parcelId])).parcels;
  if (parcel === undefined) throw apiError("not_found");
  return parcel;
}

/** Whether parcels may be put into the package and taken out. */
export async function isOpenPackage(db: Db, pkg: Shipment): Promise<boolean> {
  return mayGather({ ...pkg, parcelStates: await listParcelStates(db, pkg.id) });
}

/** Throws `package_not_open` unless parcels may be put into the package and taken out. */
export async function requireOpenPackage(db: Db, pkg: Shipment): Promise<void> {
  if (!(await isOpenPackage(db, pkg))) throw apiError("package_not_open");
}

type Acting = Pick<SignedInContext, "actsOn" | "session">;

/** To be called with the rows of the parcels locked. Throws `own_account` where one of them is the acting person's own. */
export async function actsOnParcels(
  { actsOn, session }: Acting,
  db: Db,
  parcelIds: readonly string[],
): Promise<void> {
  const owners = await listParcelOwners(db, parcelIds, session.person.id);
  await actsOn(
    db,
    "parcel",
    owners.map(({ ownerId }) => ownerId),
  );
}

/** The same for a parcel that is not stored yet: of an owner, or of nobody under a number as it may be spelled. */
export async function actsOnArrival(
  { actsOn, session }: Acting,
  db: Db,
  ownerId: string | null,
  trackingNumbers: readonly string[],
): Promise<void> {
  const { id } = session.person;
  const isOwn = ownerId === null && (await isNumberOf(db, id, trackingNumbers));
  await actsOn(db, "parcel", isOwn ? id : ownerId);
}

/** The same for the claim of a number: that of somebody else is the acting person's own where they claim or declared it too. */
export async function actsOnClaim(
  { actsOn, session }: Acting,
  db: Db,
  { userId, trackingNumber }: { readonly userId: string; readonly trackingNumber: string },
): Promise<void> {
  const { id } = session.person;
  await actsOn(db, "claim", (await isNumberOf(db, id, [trackingNumber])) ? id : userId);
}

/**
 * Those of the parcels that are the acting person's own, with the error that refuses them, for what is done to the others
 * alone; undefined where none is refused.
 */
export async function findRefusedParcels(
  context: Acting,
  db: Db,
  parcelIds: readonly string[],
): Promise<{ readonly ownIds: ReadonlySet<string>; readonly error: ApiError } | undefined> {
  const { id } = context.session.person;
  const owners = await listParcelOwners(db, parcelIds, id);
  const own = owners.filter(({ ownerId }) => ownerId === id);
  const ofOwn = own.length === 0 ? null : id;
  const error = await findOwnRefusal(context, db, "parcel", [ofOwn]);
  return error === undefined
    ? undefined
    : { ownIds: new Set(own.map(({ parcelId }) => parcelId)), error };
}
