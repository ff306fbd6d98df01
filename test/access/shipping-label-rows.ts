import { randomUUID } from "node:crypto";
import type { Row } from "./row.ts";

const unknownManifest: Row = {
  input: () => ({ manifestId: randomUUID() }),
  answer: "not_found",
};
const unknownPackage: Row = {
  input: () => ({ manifestPackageId: randomUUID() }),
  answer: "not_found",
};
const reason = "For the matrix";

export const shippingLabelRows: Readonly<Record<string, Row>> = {
  listPackagesToLabel: { input: () => ({ page: 1, pageSize: 20 }) },
  makeLabel: {
    input: ({ shipped }) => ({ shipRequestId: shipped.shipRequestId, trackingNumber: null }),
    answer: "label_not_due",
  },
  voidLabel: { input: () => ({ labelId: randomUUID(), reason }), answer: "not_found" },
  printShippingLabel: { input: () => ({ labelId: randomUUID() }), answer: "not_found" },
  readLabelFileSettings: { input: () => ({ carrierCode: "hk-post" }) },
  changeLabelFileSettings: {
    input: () => ({
      carrierCode: "hk-post",
      columns: [{ heading: "Order", field: "reference" }],
    }),
  },
  exportLabelFile: { input: () => ({ carrierCode: "hk-post" }) },
  importLabelNumbers: { input: () => ({ csv: "reference,tracking_number\n" }) },
};

export const numberRangeRows: Readonly<Record<string, Row>> = {
  listNumberRanges: { input: () => ({}) },
  createNumberRange: {
    input: () => ({
      serviceCode: "no-service",
      prefix: "RA",
      countryCode: "HK",
      firstSerial: 1,
      lastSerial: 2,
      source: reason,
    }),
    answer: "service_not_found",
  },
  importNumbers: {
    input: () => ({ serviceCode: "no-service", numbers: "LISTED0001", source: reason }),
    answer: "service_not_found",
  },
  changeNumberRange: {
    input: () => ({ numberRangeId: randomUUID(), isActive: false }),
    answer: "not_found",
  },
};

export const manifestRows: Readonly<Record<string, Row>> = {
  listManifests: { input: () => ({ page: 1, pageSize: 20 }) },
  readManifest: unknownManifest,
  openManifest: {
    input: () => ({ warehouseId: randomUUID(), carrierCode: "hk-post" }),
    answer: "not_found",
  },
  addScan: {
    input: () => ({
      manifestId: randomUUID(),
      scan: "RB123456785GB",
      idempotencyKey: randomUUID(),
    }),
    answer: "not_found",
  },
  removePackage: unknownPackage,
  closeManifest: unknownManifest,
  reopenManifest: unknownManifest,
  handOverManifest: {
    input: () => ({
      manifestId: randomUUID(),
      receiverName: "Driver Lam",
      signature: new File(["signature"], "signature.png", { type: "image/png" }),
      idempotencyKey: randomUUID(),
    }),
    answer: "not_found",
  },
  takeBackPackage: {
    input: () => ({ manifestPackageId: randomUUID(), reason }),
    answer: "not_found",
  },
  recordCarrierWeight: {
    input: () => ({ manifestPackageId: randomUUID(), weightGrams: 2350 }),
    answer: "not_found",
  },
  settleCarrierWeight: {
    input: () => ({ shipRequestId: randomUUID(), weightGrams: 2500, reason }),
    answer: "not_found",
  },
  printManifest: unknownManifest,
  exportManifest: unknownManifest,
};

export const freightFigureRows: Readonly<Record<string, Row>> = {
  readFreightFigures: { input: () => ({ from: "2026-05", to: "2026-06" }) },
  listFreightCharges: { input: () => ({ month: "2026-06", page: 1, pageSize: 20 }) },
};
