import type { ScanAnswer } from "#goods/contract/receiving.ts";
import { apiError } from "#platform/contract/errors.ts";
import { parseScan, type ScannedNumber, type ScanReading } from "#goods/rules/scan.ts";
import { isStorageLocationCode } from "#goods/rules/storage-location.ts";
import { tidyTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { recognizeCarrier } from "#catalogue/rules/tracking-number.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  listStaffParcels,
  findParcelOwner,
} from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import { findCode } from "#goods/server/packages/qr-codes.ts";
import { requireStorageLocation, requireWarehouse } from "./receiving-desk.ts";
import {
  findParcelByLabel,
  findStorageLocationId,
  listExpectedByNumber,
  listParcelsByNumber,
  type StoredParcel,
} from "./scan-queries.ts";
import type { ParcelOwner } from "#goods/contract/inbound-parcels.ts";
import { similarNumbers, decideScan, type ScanDecision } from "#goods/rules/scan-match.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  formatMemberCode,
  parseMemberCode,
  type MemberCodeError,
} from "#people/rules/member-code.ts";
import { isMemberOfStaff } from "#people/server/db/members.ts";
import { sentence } from "#platform/server/translate.ts";

type Input = {
  readonly scan: string;
  readonly memberCode: string | null;
  readonly warehouseId: string;
};

const nothing = {
  trackingNumber: null,
  carrierCode: null,
  parcel: null,
  candidates: [],
  owner: null,
  packageId: null,
  storageLocationCode: null,
};

async function readParcelScan(
  context: SignedInContext,
  reading: ParcelReading,
  memberCode: string | null,
): Promise<ScanAnswer> {
  const { db } = context;
  const owner = await readMemberCode(context, db, memberCode);
  const { outcome, parcel, candidates, number } = await findScanned(context, db, reading, owner);
  const ids = [...(parcel === null ? [] : [parcel]), ...candidates].map(({ id }) => id);
  const shown = ids.length === 0 ? [] : await listStaffParcels(context, db, ids);
  const trackingNumber = number?.trackingNumber ?? parcel?.trackingNumber ?? null;
  const recognized = trackingNumber === null ? null : recognizeCarrier(trackingNumber);
  return {
    ...nothing,
    outcome,
    trackingNumber,
    carrierCode: parcel?.carrierCode ?? recognized?.carrierCode ?? null,
    parcel: shown.find(({ id }) => id === parcel?.id) ?? null,
    candidates: shown.filter(({ id }) => id !== parcel?.id),
    owner,
  };
}

/**
 * What a scan is at the desk of a warehouse: which parcel, whose package, or a storage location. Changes nothing. Throws
 * `not_found` for a warehouse, label or code of a leg that does not exist, `not_a_waybill`, `storage_location_unknown`,
 * `invalid_member_code` with what is wrong, and `warehouse_not_open`.
 */
export async function readScan(context: SignedInContext, input: Input): Promise<ScanAnswer> {
  const { db } = context;
  const { warehouseId, memberCode } = input;
  await requireWarehouse(db, warehouseId);
  const reading = parseScan(input.scan);
  switch (reading.kind) {
    case "not_a_waybill": {
      const typed = await readTypedLocation(db, input);
      if (typed === null) throw apiError("not_a_waybill");
      return typed;
    }
    case "package": {
      const { pkg } = await findCode(db, reading.qrCodeId);
      return { ...nothing, outcome: "package", packageId: pkg.id };
    }
    case "storage_location": {
      const { code } = await requireStorageLocation(db, warehouseId, reading.code);
      return { ...nothing, outcome: "storage_location", storageLocationCode: code };
    }
    case "label":
    case "number": {
      const answer = await readParcelScan(context, reading, memberCode);
      const isKnown = answer.outcome !== "unmatched" && answer.outcome !== "near_match";
      return isKnown ? answer : ((await readTypedLocation(db, input)) ?? answer);
    }
  }
}

/** The storage location whose code was typed by hand, without what stands before it on its label; null for anything else. */
async function readTypedLocation(db: Db, { warehouseId, scan }: Input): Promise<ScanAnswer | null> {
  const code = tidyTrackingNumber(scan);
  if (!isStorageLocationCode(code)) return null;
  const id = await findStorageLocationId(db, warehouseId, code);
  return id === undefined
    ? null
    : { ...nothing, outcome: "storage_location", storageLocationCode: code };
}

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

function sentenceOf(error: MemberCodeError) {
  switch (error.reason) {
    case "look_alike":
      return sentence("errors.memberCodeLookAlike", { character: error.character });
    case "invalid_character":
      return sentence("errors.memberCodeCharacter", { character: error.character });
    case "missing":
    case "wrong_length":
      return sentence("errors.memberCodeLength");
    case "wrong_check_character":
      return sentence("errors.memberCodeMistyped");
  }
}

/**
 * Before a warehouse has opened, staff try it with parcels of their own colleagues and of nobody: a customer would be
 * notified of what they cannot see. Throws `warehouse_not_open`.
 */
export async function requireReceivable(
  { settings }: Pick<SignedInContext, "settings">,
  db: Db,
  ownerId: string | null,
): Promise<void> {
  if (ownerId === null || (await settings.hasWarehouse())) return;
  if (!(await isMemberOfStaff(db, ownerId))) throw apiError("warehouse_not_open");
}

/**
 * Whose member code stands on a parcel; null where none was read. Throws `invalid_member_code` with what is wrong, also
 * for a code that nobody has, and `warehouse_not_open`.
 */
export async function readMemberCode(
  context: SignedInContext,
  db: Db,
  memberCode: string | null,
): Promise<ParcelOwner | null> {
  if (memberCode === null || memberCode === "") return null;
  const read = parseMemberCode(memberCode);
  if (!read.ok) {
    const { ok: _ok, ...details } = read;
    throw apiError("invalid_member_code", details, sentenceOf(read));
  }
  const owner = await findParcelOwner(context, db, read.code);
  if (owner !== undefined) {
    await requireReceivable(context, db, owner.userId);
    return owner;
  }
  const code = formatMemberCode(read.code);
  throw apiError(
    "invalid_member_code",
    { reason: "unknown" },
    sentence("errors.memberCodeUnknown", { code }),
  );
}
