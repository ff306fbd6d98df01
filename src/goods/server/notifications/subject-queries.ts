// The SQL about the parcels, packages and claims of which customers are notified.
import { sql } from "kysely";
import type { ParcelCondition, ParcelImageKind } from "#goods/rules/receiving.ts";
import { packageNumberColumn } from "#goods/server/db/package-name.ts";
import type { InboundParcelState } from "#goods/rules/inbound-parcel.ts";
import type { Db } from "#platform/server/db/open.ts";

/** A parcel as it is now, which may have been corrected since the notification. */
export type NotifiedParcel = {
  readonly id: string;
  readonly number: string;
  readonly contents: string;
  readonly weightGrams: number | null;
  readonly sidesMm: number[] | null;
  readonly condition: ParcelCondition | null;
  readonly photoKey: string | null;
};

/** Those of the parcels that are still the customer's and were received, each with the thumbnail of a photo, of `photoKind` where there is one. */
export async function listNotifiedParcels(
  db: Db,
  userId: string,
  parcelIds: readonly string[],
  photoKind: ParcelImageKind,
): Promise<NotifiedParcel[]> {
  if (parcelIds.length === 0) return [];
  const { rows } = await sql<NotifiedParcel>`
    select id, coalesce(tracking_number, label_code) as number,
      left(coalesce(nullif(description, ''), shop), 80) as contents, weight_grams,
      case when length_mm is null then null else array[length_mm, width_mm, height_mm] end as sides_mm,
      condition,
      (select thumbnail_key from files where owner_id = parcels.id
        order by (kind = ${photoKind}) desc, (kind = 'outside') desc, files.created_at, files.id limit 1) as photo_key
    from inbound_parcels parcels
    where user_id = ${userId} and id = any(${parcelIds}::uuid[]) and received_at is not null
    order by array_position(${parcelIds}::uuid[], id)
  `.execute(db);
  return rows;
}

/** What the email that a parcel was recorded by mistake names, and whose it is now. */
export async function findRemovedParcel(
  db: Db,
  parcelId: string,
): Promise<
  | { readonly number: string; readonly userId: string | null; readonly state: InboundParcelState }
  | undefined
> {
  return await db
    .selectFrom("inboundParcels")
    .select(["userId", "state"])
    .select(({ fn }) => fn.coalesce("trackingNumber", "labelCode").as("number"))
    .where("id", "=", parcelId)
    .executeTakeFirst();
}

/** The numbers of those of the customer's packages whose parcels are still all here. */
export async function listCompletePackages(
  db: Db,
  userId: string,
  packageIds: readonly string[],
): Promise<string[]> {
  if (packageIds.length === 0) return [];
  const rows = await db
    .selectFrom("packages")
    .select(packageNumberColumn(sql`packages`).as("number"))
    .where("userId", "=", userId)
    .where("id", "in", packageIds)
    .where("parcelsCount", ">", 0)
    .whereRef("parcelsHereCount", "=", "parcelsCount")
    .orderBy("createdAt")
    .execute();
  return rows.map(({ number }) => number);
}

/** The number of a customer's decided claim, and the parcel that it was granted. */
export async function findDecidedClaim(
  db: Db,
  userId: string,
  claimId: string,
): Promise<{ readonly trackingNumber: string; readonly parcelId: string | null } | undefined> {
  return await db
    .selectFrom("inboundParcelClaims")
    .select(["trackingNumber", "inboundParcelId as parcelId"])
    .where("userId", "=", userId)
    .where("id", "=", claimId)
    .where("state", "in", ["granted", "refused"])
    .executeTakeFirst();
}
