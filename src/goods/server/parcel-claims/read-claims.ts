import type {
  StaffParcelClaim,
  UnmatchedParcel,
  ParcelClaim,
} from "#goods/contract/parcel-claims.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  listClaimsPage,
  findClaim,
  listClaimsOfNumbers,
  type ClaimRow,
  type StaffClaimRow,
  countOpenClaims,
  listOwnClaimRows,
  listUnmatchedOfNumbers,
  listUnmatchedIds,
  isParcelUnmatched,
} from "./claim-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import { similarNumbers } from "#goods/rules/scan-match.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { ParcelImage } from "#goods/contract/parcel-measurements.ts";
import { unmatchedLimits } from "#goods/rules/inbound-parcel.ts";
import {
  listStaffParcels,
  listParcelOwners,
} from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import { listParcelImages } from "#goods/server/inbound-parcels/parcel-images.ts";
import { listSimilarParcelIds } from "#goods/server/receiving/receiving-desk.ts";
import { type FileRow, listFiles } from "#platform/server/files/files.ts";
import { fileUrl, type FileServices } from "#platform/server/files/serve-file.ts";

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

/** Any customer's claim as staff read it. Throws `not_found`. */
export async function getStaffClaim(
  context: SignedInContext,
  db: Db,
  claimId: string,
): Promise<StaffParcelClaim> {
  const row = await findClaim(db, claimId);
  const [claim] = row === undefined ? [] : await describeClaims(context, db, [row]);
  if (claim === undefined) throw apiError("not_found");
  return claim;
}

/**
 * A claim, and the parcels without a known owner that have its number or nearly the same one, at most 20. Throws
 * `not_found`.
 */
export async function readClaim(
  context: SignedInContext,
  { claimId }: { readonly claimId: string },
): Promise<{ claim: StaffParcelClaim; candidates: UnmatchedParcel[] }> {
  const { db } = context;
  const claim = await getStaffClaim(context, db, claimId);
  const { trackingNumber } = claim;
  const ids = await listUnmatchedOfNumbers(db, [trackingNumber, ...similarNumbers(trackingNumber)]);
  return { claim, candidates: await describeUnmatchedParcels(context, db, ids) };
}

/**
 * One page of the parcels here without a known owner, the longest here first. `search` is part of a number or label code.
 * At most 500 are counted and listed.
 */
export async function listUnmatchedParcels(
  context: SignedInContext,
  input: { readonly search: string; readonly page: number; readonly pageSize: number },
): Promise<{ items: UnmatchedParcel[]; total: number }> {
  const { search, page, pageSize } = input;
  const shown = { offset: (page - 1) * pageSize, limit: pageSize };
  const { ids, total } = await listUnmatchedIds(context.db, search, shown);
  return { items: await describeUnmatchedParcels(context, context.db, ids), total };
}

type Details = {
  parcel: UnmatchedParcel;
  images: ParcelImage[];
  near: StaffInboundParcel[];
  claims: StaffParcelClaim[];
};

/**
 * A parcel without a known owner with its photos, what is awaited under the same or nearly the same number, and the open
 * claims of such numbers; those of the same number come first, and there are at most 20 of each. Throws `not_found`, also
 * once it has an owner.
 */
export async function readUnmatchedParcel(
  context: SignedInContext,
  { inboundParcelId }: { readonly inboundParcelId: string },
): Promise<Details> {
  const { db } = context;
  if (!(await isParcelUnmatched(db, inboundParcelId))) throw apiError("not_found");
  const [parcel] = await describeUnmatchedParcels(context, db, [inboundParcelId]);
  if (parcel === undefined) throw apiError("not_found");
  const images = await listParcelImages(context, inboundParcelId);
  const { trackingNumber } = parcel;
  if (trackingNumber === null) return { parcel, images, near: [], claims: [] };
  const nearIds = await listSimilarParcelIds(db, trackingNumber, unmatchedLimits.near);
  const claims = await listClaimsOfNumbers(db, [trackingNumber, ...similarNumbers(trackingNumber)]);
  return {
    parcel,
    images,
    near: await listStaffParcels(context, db, nearIds),
    claims: await describeClaims(context, db, claims),
  };
}

function toClaim(services: FileServices, row: ClaimRow, files: readonly FileRow[]): ParcelClaim {
  return {
    id: row.id,
    trackingNumber: row.trackingNumber,
    note: row.note,
    state: row.state,
    inboundParcelId: row.inboundParcelId,
    files: files.map(({ id, contentType }) => ({
      id,
      contentType,
      fileUrl: fileUrl(services, id, "file"),
    })),
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}

async function listProofs(db: Db, claimIds: readonly string[]) {
  const files = await listFiles(db, "parcel_claim", claimIds);
  return Map.groupBy(files, ({ ownerId }) => ownerId);
}

/** Claims as their customer reads them, in the same order. */
export async function describeOwnClaims(
  services: FileServices,
  db: Db,
  rows: readonly ClaimRow[],
): Promise<ParcelClaim[]> {
  const ids = rows.map(({ id }) => id);
  const files = await listProofs(db, ids);
  return rows.map((row) => toClaim(services, row, files.get(row.id) ?? []));
}

/** The same of one claim. */
export async function describeOwnClaim(
  services: FileServices,
  db: Db,
  row: ClaimRow,
): Promise<ParcelClaim> {
  return toClaim(services, row, await listFiles(db, "parcel_claim", [row.id]));
}

/** Claims as staff read them, in the same order. */
async function describeClaims(
  context: SignedInContext,
  db: Db,
  rows: readonly StaffClaimRow[],
): Promise<StaffParcelClaim[]> {
  const ids = rows.map(({ id }) => id);
  const files = await listProofs(db, ids);
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  const owners = await listParcelOwners(context, db, userIds);
  return rows.map((row) => {
    const claimant = owners.get(row.userId);
    if (claimant === undefined) throw new Error(`Claim ${row.id} has no claimant.`);
    const { reason, decidedByEmail } = row;
    return { ...toClaim(context, row, files.get(row.id) ?? []), claimant, reason, decidedByEmail };
  });
}

/** Parcels with the number of open claims of theirs, in the order of the ids. */
async function describeUnmatchedParcels(
  context: SignedInContext,
  db: Db,
  parcelIds: readonly string[],
): Promise<UnmatchedParcel[]> {
  const parcels = await listStaffParcels(context, db, parcelIds);
  const numbers = parcels.flatMap(({ trackingNumber }) => trackingNumber ?? []);
  const counts = await countOpenClaims(db, numbers);
  return parcels.map((parcel) => {
    const openClaimsCount = counts.get(parcel.trackingNumber ?? "") ?? 0;
    return { ...parcel, openClaimsCount };
  });
}

/** All own claims, the newest first, for the export of the account. */
export async function exportClaims(context: SignedInContext): Promise<ParcelClaim[]> {
  const { db, session } = context;
  return await describeOwnClaims(context, db, await listOwnClaimRows(db, session.person.id, null));
}
