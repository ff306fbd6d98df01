import { randomUUID } from "node:crypto";
import { freshNumber } from "#test/inbound-parcels.ts";
import type { Row } from "./row.ts";

/** What every record of the desk has. */
const recorded = () => ({
  measurements: { weightGrams: 1250 },
  station: "Desk 1",
  recordedAt: "2026-06-10T04:00:00.000Z",
  idempotencyKey: randomUUID(),
});

export const receivingRows: Readonly<Record<string, Row>> = {
  listReceivingWarehouses: { input: () => ({}) },
  listAwaitedNumbers: { input: ({ warehouseId }) => ({ warehouseId }) },
  readReceivingDay: { input: ({ warehouseId }) => ({ warehouseId }) },
  readScan: {
    input: ({ receivedNumber, warehouseId }) => ({
      scan: receivedNumber,
      memberCode: null,
      warehouseId,
    }),
  },
  receiveInboundParcel: {
    input: ({ warehouseId }) => ({
      warehouseId,
      scan: freshNumber(),
      inboundParcelId: null,
      memberCode: null,
      storageLocationCode: null,
      ...recorded(),
    }),
  },
  measureAgain: {
    input: ({ receivedParcelId }) => ({ inboundParcelId: receivedParcelId, ...recorded() }),
  },
  correctReceivingRecord: {
    input: ({ receivingRecordId }) => ({ receivingRecordId, reason: "Mistyped", ...recorded() }),
    isFinal: true,
    isOnce: true,
  },
  addInboundParcelImage: {
    input: ({ receivedParcelId }) => ({
      inboundParcelId: receivedParcelId,
      kind: "outside",
      file: new File(["no image"], "a.png"),
      idempotencyKey: randomUUID(),
    }),
    answer: "invalid_image",
  },
  storeInboundParcels: {
    input: ({ warehouseId }) => ({
      warehouseId,
      storageLocationCode: "A-03-2",
      labelCodes: ["22222222"],
    }),
    answer: "storage_location_unknown",
  },
};
