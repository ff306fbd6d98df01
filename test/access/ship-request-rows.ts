import { randomUUID } from "node:crypto";
import type { Row } from "./row.ts";

const ownerOnly = { other: "not_found", admin: "not_found" } as const;
const unknown = "00000000-0000-4000-8000-0000000000aa";
const page = { page: 1, pageSize: 20 };
/** Photos of made-up things are refused before they are looked at. */
const photo = () => new File(["no image"], "a.png");

const price = {
  names: { en: "Ribbon", "zh-Hant-HK": "絲帶", "zh-Hans": "丝带" },
  per: "package",
  priceCents: 100,
  freePlans: [],
  promisedHours: 24,
  needsImages: false,
  canRefuse: true,
  isActive: false,
  validFrom: "2026-11-01",
  source: "For the matrix",
} as const;

const box = {
  warehouseId: null,
  names: { en: "Tube", "zh-Hant-HK": "紙筒", "zh-Hans": "纸筒" },
  sidesMm: [900, 100, 100],
  emptyGrams: 200,
  priceCents: 200,
  isActive: false,
  validFrom: "2026-11-01",
  source: "For the matrix",
} as const;

export const shipRequestRows: Readonly<Record<string, Row>> = {
  estimateShipping: {
    input: ({ shipped }) => ({ packageId: shipped.packageId }),
    byRole: ownerOnly,
  },
  requestShipping: {
    input: ({ shipped }) => ({
      packageId: shipped.packageId,
      paymentMode: "quote_first",
      idempotencyKey: randomUUID(),
    }),
    answer: "ship_request_open",
    byRole: ownerOnly,
  },
  readShelvedBox: {
    input: ({ shipped }) => ({ packageId: shipped.packageId }),
    byRole: ownerOnly,
  },
  readShipRequest: {
    input: ({ shipped }) => ({ shipRequestId: shipped.shipRequestId }),
    byRole: ownerOnly,
  },
  listShipRequests: { input: () => page },
  acceptQuote: { input: () => ({ quoteId: unknown }), answer: "not_found" },
  changePaymentMode: {
    input: ({ shipped }) => ({
      shipRequestId: shipped.shipRequestId,
      expectedVersion: 1,
      paymentMode: "quote_first",
      serviceCode: null,
      capCents: null,
    }),
    byRole: ownerOnly,
  },
  changeParcels: {
    input: ({ shipped }) => ({
      shipRequestId: shipped.shipRequestId,
      expectedVersion: 1,
      inboundParcelIds: [shipped.parcelId],
    }),
    byRole: ownerOnly,
  },
  continueWithoutMissing: {
    input: ({ shipped }) => ({ shipRequestId: shipped.shipRequestId }),
    answer: "conflict",
    byRole: ownerOnly,
  },
  leaveOutParcels: {
    input: ({ shipped }) => ({
      shipRequestId: shipped.shipRequestId,
      inboundParcelIds: [shipped.parcelId],
      idempotencyKey: randomUUID(),
    }),
    answer: "conflict",
    byRole: ownerOnly,
  },
  cancelShipRequest: {
    input: ({ shipped }) => ({ shipRequestId: shipped.shipRequestId }),
    byRole: ownerOnly,
    isFinal: true,
  },
};

export const packingRows: Readonly<Record<string, Row>> = {
  listQueue: { input: ({ shipped }) => ({ warehouseId: shipped.warehouseId, ...page }) },
  readShipRequest: { input: ({ shipped }) => ({ shipRequestId: shipped.shipRequestId }) },
  scanIntoBox: {
    input: ({ shipped }) => ({
      shipRequestId: shipped.shipRequestId,
      scan: "SF9999999999999",
      idempotencyKey: randomUUID(),
    }),
    answer: "wrong_parcel",
  },
  removeFromBox: {
    input: ({ shipped }) => ({
      shipRequestId: shipped.shipRequestId,
      inboundParcelId: shipped.parcelId,
    }),
    answer: "conflict",
  },
  takeOver: {
    input: ({ shipped }) => ({ shipRequestId: shipped.shipRequestId }),
    answer: "conflict",
  },
  reportMissing: {
    input: ({ shipped }) => ({
      shipRequestId: shipped.shipRequestId,
      inboundParcelId: shipped.parcelId,
    }),
    answer: "conflict",
  },
  addPackingImage: {
    input: ({ shipped }) => ({
      shipRequestId: shipped.shipRequestId,
      kind: "open_box",
      file: photo(),
      idempotencyKey: randomUUID(),
    }),
    answer: "invalid_image",
  },
  closeBox: {
    input: ({ shipped }) => ({
      shipRequestId: shipped.shipRequestId,
      weightGrams: 800,
      sidesMm: [200, 150, 100],
      idempotencyKey: randomUUID(),
    }),
    answer: "conflict",
  },
  openBox: {
    input: ({ shipped }) => ({ shipRequestId: shipped.shipRequestId, reason: "Torn" }),
    answer: "conflict",
  },
  cancelShipRequest: {
    input: ({ shipped }) => ({ shipRequestId: shipped.shipRequestId, reason: "Lost" }),
    isFinal: true,
  },
};

export const extraServiceRows: Readonly<Record<string, Row>> = {
  listExtraServices: { input: () => ({}) },
  requestExtraService: {
    input: ({ shipped }) => ({
      code: "bubble_wrap",
      inboundParcelId: shipped.parcelId,
      idempotencyKey: randomUUID(),
    }),
    answer: "not_found",
    // It is of packages: so the answer does not depend on money that other rows give and take.
    byRole: { owner: "extra_service_not_possible" },
  },
  cancelExtraService: {
    input: () => ({ extraServiceRequestId: unknown }),
    answer: "not_found",
  },
  listExtraServiceWork: { input: () => page },
  finishExtraService: {
    input: () => ({ extraServiceRequestId: unknown }),
    answer: "not_found",
  },
  refuseExtraService: {
    input: () => ({ extraServiceRequestId: unknown, reason: "Too large" }),
    answer: "not_found",
  },
  listUnpaidExtraServices: { input: () => ({}) },
  listExtraServicePrices: { input: () => ({}) },
  createExtraService: {
    input: () => ({ code: `ribbon_${randomUUID().slice(0, 8)}`, ...price }),
  },
  updateExtraService: {
    input: () => ({ code: "no_such_service", ...price, expectedVersion: 1 }),
    answer: "not_found",
  },
};

export const boxRows: Readonly<Record<string, Row>> = {
  listBoxes: { input: () => ({}) },
  createBox: { input: () => box },
  updateBox: {
    input: () => ({ boxId: unknown, ...box, expectedVersion: 1 }),
    answer: "not_found",
  },
  setOverWeightFee: { input: () => ({ feeCents: null, expectedFeeCents: null }) },
};
