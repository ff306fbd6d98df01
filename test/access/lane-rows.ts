import { randomUUID } from "node:crypto";
import type { Row } from "./row.ts";

const nothing: Row = { input: () => ({}) };
const page = { page: 1, pageSize: 20 };

export const laneRows: Readonly<Record<string, Row>> = {
  readTimes: nothing,
  listSuspendedLanes: nothing,
  listLanes: { input: () => page },
  suspendLane: {
    input: () => ({
      carrierId: "hk-post",
      service: "air",
      destinationCode: "US",
      reason: "For the matrix",
      source: "",
      suspendedOn: "2025-04-27",
      confidence: "announced",
    }),
    answer: "lane_suspended",
  },
  reopenLane: { input: () => ({ laneId: randomUUID() }), answer: "not_found" },
};

const carrierFields = {
  name: "UPS",
  nameZhHant: "",
  nameZhHans: "",
  trackingPage: "https://www.ups.com/track?loc=en_US&tracknum={n}",
  isNumberFilledIn: true,
  isActive: true,
  source: "www.ups.com",
  checkedOn: "2026-11-22",
};

export const carrierRows: Readonly<Record<string, Row>> = {
  listCarriers: nothing,
  createCarrier: {
    input: () => ({ carrierCode: "ups", fields: carrierFields }),
    answer: "carrier_exists",
  },
  updateCarrier: {
    input: () => ({ carrierCode: "ups", expectedVersion: 1, fields: carrierFields }),
  },
};
