import type { ParcelClaim } from "#goods/contract/parcel-claims.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listOwnClaimRows } from "./claim-queries.ts";
import { describeOwnClaims } from "./describe-claims.ts";

const mostListed = 100;

/** The own claims, the newest first, at most 100. */
export async function listOwnClaims(context: SignedInContext): Promise<{ items: ParcelClaim[] }> {
  const { db, session } = context;
  const rows = await listOwnClaimRows(db, session.person.id, mostListed);
  return { items: await describeOwnClaims(context, db, rows) };
}
