// How stored claims become those of the contract.
import type { ParcelClaim, StaffParcelClaim } from "#goods/contract/parcel-claims.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listParcelOwners } from "#goods/server/inbound-parcels/admin/list-any-parcels.ts";
import { fileUrl, type FileServices } from "#platform/server/packages/files/file-link.ts";
import { listClaimFiles, type ClaimFileRow } from "./claim-file-queries.ts";
import type { ClaimRow, StaffClaimRow } from "./claim-queries.ts";

function claimOf(
  services: FileServices,
  row: ClaimRow,
  files: readonly ClaimFileRow[],
): ParcelClaim {
  return {
    id: row.id,
    trackingNumber: row.trackingNumber,
    note: row.note,
    state: row.state,
    inboundParcelId: row.inboundParcelId,
    files: files.map(({ id, contentType }) => ({
      id,
      contentType,
      fileUrl: fileUrl(services, id, "claim-file"),
    })),
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}

/** Claims as their customer reads them, in the same order. */
export async function describeOwnClaims(
  services: FileServices,
  db: Db,
  rows: readonly ClaimRow[],
): Promise<ParcelClaim[]> {
  const ids = rows.map(({ id }) => id);
  const files = await listClaimFiles(db, ids);
  return rows.map((row) => claimOf(services, row, files.get(row.id) ?? []));
}

/** The same of one claim. */
export async function describeOwnClaim(
  services: FileServices,
  db: Db,
  row: ClaimRow,
): Promise<ParcelClaim> {
  const files = await listClaimFiles(db, [row.id]);
  return claimOf(services, row, files.get(row.id) ?? []);
}

/** Claims as staff read them, in the same order. */
export async function describeClaims(
  context: SignedInContext,
  db: Db,
  rows: readonly StaffClaimRow[],
): Promise<StaffParcelClaim[]> {
  const ids = rows.map(({ id }) => id);
  const files = await listClaimFiles(db, ids);
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  const owners = await listParcelOwners(context, db, userIds);
  return rows.map((row) => {
    const claimant = owners.get(row.userId);
    if (claimant === undefined) throw new Error(`Claim ${row.id} has no claimant.`);
    const { reason, decidedByEmail } = row;
    return { ...claimOf(context, row, files.get(row.id) ?? []), claimant, reason, decidedByEmail };
  });
}
