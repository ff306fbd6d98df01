import type { StaffParcelClaim } from "#goods/contract/parcel-claims.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listClaimsPage } from "./claim-queries.ts";
import { describeClaims } from "./describe-claims.ts";

/**
 * One page of the open claims, the longest open first, or of the granted and refused ones, newest first. At most 500 are
 * counted and listed.
 */
export async function listClaims(
  context: SignedInContext,
  input: { readonly isOpen: boolean; readonly page: number; readonly pageSize: number },
): Promise<{ items: StaffParcelClaim[]; total: number }> {
  const { isOpen, page, pageSize } = input;
  const shown = { offset: (page - 1) * pageSize, limit: pageSize };
  const { rows, total } = await listClaimsPage(context.db, isOpen, shown);
  return { items: await describeClaims(context, context.db, rows), total };
}
