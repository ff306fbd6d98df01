// Finds what stands behind a scan, in the state of the database that `db` reads.
import type { ParcelOwner } from "#goods/contract/inbound-parcels.ts";
import { apiError } from "#platform/contract/errors.ts";
import { similarNumbers } from "#goods/rules/near-number.ts";
import { parseScan, type ScannedNumber, type ScanReading } from "#goods/rules/scan.ts";
import { decideScan, type ScanDecision } from "#goods/rules/scan-match.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  findParcelByLabel,
  listExpectedByNumber,
  listParcelsByNumber,
  type StoredParcel,
} from "./scan-queries.ts";

/** A scan of something that can be a parcel. */
export type ParcelReading = Extract<ScanReading, { kind: "label" | "number" }>;

export type Scanned = ScanDecision<StoredParcel> & { readonly number: ScannedNumber | null };

/** Reads a scan that has to be a parcel's. Throws `not_a_waybill`. */
export function parseParcelScan(scan: string): ParcelReading {
  const reading = parseScan(scan);
  if (reading.kind !== "label" && reading.kind !== "number") throw apiError("not_a_waybill");
  return reading;
}

async function findByNumber(
  { now }: Pick<SignedInContext, "now">,
  db: Db,
  number: ScannedNumber,
  owner: ParcelOwner | null,
): Promise<Scanned> {
  const ownerId = owner?.userId ?? null;
  const exact = await listParcelsByNumber(db, number.spellings, ownerId, now());
  const near =
    exact.length === 0
      ? await listExpectedByNumber(db, similarNumbers(number.trackingNumber), ownerId)
      : [];
  return { number, ...decideScan({ exact, near, owner: ownerId }) };
}

/**
 * Which parcel a scan is. Our own label names one, whatever member code stands beside it. Throws `not_found` for the
 * address of a label of no parcel, and `not_a_waybill` for a code alone that is neither a label's nor a number.
 */
export async function findScanned(
  context: Pick<SignedInContext, "now">,
  db: Db,
  reading: ParcelReading,
  owner: ParcelOwner | null,
): Promise<Scanned> {
  if (reading.kind === "number") return await findByNumber(context, db, reading.number, owner);
  const parcel = await findParcelByLabel(db, reading.labelCode);
  if (parcel !== undefined) {
    const isAwaited = parcel.place === "expected" || parcel.place === "cancelled";
    const outcome = isAwaited ? "matched" : "seen_before";
    return { number: null, outcome, parcel, candidates: [] };
  }
  if (reading.number !== null) return await findByNumber(context, db, reading.number, owner);
  throw apiError(reading.isAddress ? "not_found" : "not_a_waybill");
}
