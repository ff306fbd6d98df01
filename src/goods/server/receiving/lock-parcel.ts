import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  actsOnParcels,
  findRefusedParcels,
} from "#goods/server/inbound-parcels/acts-on-parcels.ts";
import {
  lockParcelRow,
  lockParcelsByLabel,
  type MeasuredRow,
  type StoredRow,
} from "./receiving-queries.ts";

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
  if (refused === null) return parcels;
  const own = parcels.filter(({ id }) => refused.ownIds.has(id));
  const { details, sentence } = refused.error;
  const named = { ...details, labelCodes: own.map(({ labelCode }) => labelCode) };
  throw apiError("own_account", named, sentence ?? undefined);
}
