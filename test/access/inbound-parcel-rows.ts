import { randomUUID } from "node:crypto";
import { freshNumber } from "#test/inbound-parcels.ts";
import type { Row } from "./row.ts";

const ownerOnly = { other: "not_found", admin: "not_found" } as const;

/** The operations on parcels; those of customers do not find what another customer owns, for admins neither. */
export const inboundParcelRows: Readonly<Record<string, Row>> = {
  readAddress: { input: () => ({}) },
  listAllInboundParcels: { input: () => ({ page: 1, pageSize: 50, filter: "all", search: "" }) },
  readAnyInboundParcel: {
    input: ({ receivedParcelId }) => ({ inboundParcelId: receivedParcelId }),
  },
  listInboundParcels: {
    input: ({ pkg }) => ({ group: null, packageId: pkg.id, search: "", page: 1, pageSize: 20 }),
  },
  listShipmentParcels: { input: ({ pkg }) => ({ packageId: pkg.id }) },
  readInboundParcel: {
    input: ({ parcelId }) => ({ inboundParcelId: parcelId }),
    byRole: ownerOnly,
  },
  readPasted: { input: () => ({ text: "快递单号：YT8812345678901" }) },
  declareInboundParcels: {
    input: ({ pkg }) => ({
      items: [{ trackingNumber: freshNumber() }],
      packageId: pkg.id,
      idempotencyKey: randomUUID(),
    }),
    byRole: ownerOnly,
  },
  changeDeclaration: {
    input: ({ receivedParcelId }) => ({
      inboundParcelId: receivedParcelId,
      fields: { trackingNumber: freshNumber() },
      expectedFields: { trackingNumber: freshNumber() },
    }),
    answer: "conflict",
    byRole: ownerOnly,
  },
  cancelInboundParcel: {
    input: ({ parcelId }) => ({ inboundParcelId: parcelId }),
    byRole: ownerOnly,
    isFinal: true,
  },
  moveInboundParcels: {
    input: ({ parcelId, pkg }) => ({ inboundParcelIds: [parcelId], packageId: pkg.id }),
    byRole: ownerOnly,
    isFinal: true,
  },
  rejectInboundParcel: {
    input: ({ receivedParcelId }) => ({ inboundParcelId: receivedParcelId }),
    byRole: ownerOnly,
    isFinal: true,
  },
};
