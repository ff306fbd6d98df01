import type { ParcelOwner, StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findOwnerByCode, listAnyParcels, listOwners } from "./all-parcels-queries.ts";
import { readerOf } from "./reader-of.ts";

/** Those of any customers' parcels among `parcelIds`, in that order, as far as the reader may see them. */
export async function listStaffParcels(
  context: SignedInContext,
  db: Db,
  parcelIds: readonly string[],
): Promise<StaffInboundParcel[]> {
  return await listAnyParcels(db, parcelIds, readerOf(context));
}

/** The customer with this member code, as far as the reader may see them. */
export async function findParcelOwner(
  context: SignedInContext,
  db: Db,
  memberCode: string,
): Promise<ParcelOwner | undefined> {
  return await findOwnerByCode(db, memberCode, readerOf(context));
}

/** Customers by the ids of their accounts, as far as the reader may see them. */
export async function listParcelOwners(
  context: SignedInContext,
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ParcelOwner>> {
  return await listOwners(db, userIds, readerOf(context));
}

/** A parcel that exists. */
export async function getStaffParcel(
  context: SignedInContext,
  db: Db,
  parcelId: string,
): Promise<StaffInboundParcel> {
  const [parcel] = await listStaffParcels(context, db, [parcelId]);
  if (parcel === undefined) throw new Error(`There is no parcel ${parcelId}.`);
  return parcel;
}
