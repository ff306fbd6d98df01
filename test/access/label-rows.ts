import { randomUUID } from "node:crypto";
import { storagePlans } from "#goods/rules/storage-fee.ts";
import type { Row } from "./row.ts";

const fields = { code: "A-01-1", label: "", capacity: null, isActive: true };

export const labelRows: Readonly<Record<string, Row>> = {
  printLabel: {
    input: ({ receivedParcelId }) => ({ inboundParcelId: receivedParcelId, format: "pdf" }),
  },
  readParcelLabel: { input: () => ({ labelCode: "22222222" }), answer: "not_found" },
};

export const stocktakeRows: Readonly<Record<string, Row>> = {
  startStocktake: { input: ({ warehouseId }) => ({ warehouseId }) },
  listStocktakes: { input: ({ warehouseId }) => ({ warehouseId }) },
  listStoredParcels: { input: ({ warehouseId }) => ({ warehouseId }) },
  readStocktake: { input: () => ({ stocktakeId: randomUUID() }), answer: "not_found" },
  recordScans: {
    input: () => ({
      stocktakeId: randomUUID(),
      storageLocationCode: "A-03-2",
      scannedAt: "2026-06-10T04:00:00.000Z",
      items: [{ labelCode: "22222222", scannedAt: "2026-06-10T04:00:00.000Z" }],
    }),
    answer: "not_found",
  },
  finishStocktake: {
    input: () => ({ stocktakeId: randomUUID(), movesMisplaced: true }),
    answer: "not_found",
  },
};

export const storageLocationRows: Readonly<Record<string, Row>> = {
  listStorageLocations: { input: () => ({ warehouseId: randomUUID() }), answer: "not_found" },
  createStorageLocations: {
    input: () => ({ warehouseId: randomUUID(), items: [fields] }),
    answer: "not_found",
  },
  updateStorageLocation: {
    input: () => ({ storageLocationId: randomUUID(), fields }),
    answer: "not_found",
  },
  printLabels: {
    input: ({ warehouseId }) => ({ warehouseId, storageLocationIds: [randomUUID()] }),
    answer: "not_found",
  },
};

export const storageRateRows: Readonly<Record<string, Row>> = {
  listStorageRates: { input: () => ({ page: 1, pageSize: 20 }) },
  addStorageRates: {
    input: () => ({
      validFrom: "2026-01-01",
      stepGrams: 5_000,
      volumeDivisor: 6_000,
      rates: storagePlans.map((plan) => ({ plan, freeDays: 14, dayCents: 20, capCents: 2_000 })),
      source: "For the matrix",
    }),
    answer: "invalid_storage_day",
  },
};
