import type { ParcelClaim } from "#goods/contract/parcel-claims.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listOwnClaimRows } from "./claim-queries.ts";
import { describeOwnClaims } from "./describe-claims.ts";

/** All own claims, the newest first, for the export of the account. */
export async function exportClaims(context: SignedInContext): Promise<ParcelClaim[]> {
  const { db, session } = context;
  return await describeOwnClaims(context, db, await listOwnClaimRows(db, session.person.id, null));
}
