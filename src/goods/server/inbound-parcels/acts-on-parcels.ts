// Says whose parcels staff change. One without an owner is somebody's own who claims it or declared its number.
import type { ApiError } from "#platform/rules/api-error.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findOwnRefusal } from "#platform/server/own-things.ts";
import { isNumberOf, listParcelOwners } from "./owner-queries.ts";

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
 * alone; null where none is refused.
 */
export async function findRefusedParcels(
  context: Acting,
  db: Db,
  parcelIds: readonly string[],
): Promise<{ readonly ownIds: ReadonlySet<string>; readonly error: ApiError } | null> {
  const { id } = context.session.person;
  const owners = await listParcelOwners(db, parcelIds, id);
  const own = owners.filter(({ ownerId }) => ownerId === id);
  const ofOwn = own.length === 0 ? null : id;
  const error = await findOwnRefusal(context, db, "parcel", [ofOwn]);
  return error === null ? null : { ownIds: new Set(own.map(({ parcelId }) => parcelId)), error };
}
