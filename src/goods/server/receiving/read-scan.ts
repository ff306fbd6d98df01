import type { ScanAnswer } from "#goods/contract/receiving.ts";
import { apiError } from "#platform/contract/errors.ts";
import { parseScan } from "#goods/rules/scan.ts";
import { recognizeCarrier } from "#catalogue/rules/tracking-number.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listStaffParcels } from "#goods/server/inbound-parcels/admin/list-any-parcels.ts";
import { findScanned, type ParcelReading } from "./find-scanned.ts";
import { readMemberCode } from "./read-member-code.ts";
import { requireStorageLocation, requireWarehouse } from "./require-warehouse.ts";
import { findPackageOfCode } from "./scan-queries.ts";

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
 * and `invalid_member_code` with what is wrong.
 */
export async function readScan(context: SignedInContext, input: Input): Promise<ScanAnswer> {
  const { db } = context;
  const { warehouseId, memberCode } = input;
  await requireWarehouse(db, warehouseId);
  const reading = parseScan(input.scan);
  switch (reading.kind) {
    case "not_a_waybill":
      throw apiError("not_a_waybill");
    case "package": {
      const packageId = await findPackageOfCode(db, reading.qrCodeId);
      if (packageId === undefined) throw apiError("not_found");
      return { ...nothing, outcome: "package", packageId };
    }
    case "storage_location": {
      const { code } = await requireStorageLocation(db, warehouseId, reading.code);
      return { ...nothing, outcome: "storage_location", storageLocationCode: code };
    }
    case "label":
    case "number":
      return await readParcelScan(context, reading, memberCode);
  }
}
