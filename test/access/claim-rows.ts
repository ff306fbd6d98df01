import { randomUUID } from "node:crypto";
import { freshNumber } from "#test/inbound-parcels.ts";
import type { Row } from "./row.ts";

const ownerOnly = { other: "not_found", admin: "not_found" } as const;
const page = { page: 1, pageSize: 20 };

/** The operations on unmatched parcels and claims; those of customers do not find what another customer claimed. */
export const claimRows: Readonly<Record<string, Row>> = {
  claimInboundParcel: {
    input: () => ({ trackingNumber: freshNumber(), note: "", idempotencyKey: randomUUID() }),
  },
  addClaimFile: {
    input: ({ claimId }) => ({
      claimId,
      file: new File(["no proof"], "a.pdf"),
      idempotencyKey: randomUUID(),
    }),
    answer: "invalid_claim_file",
    byRole: ownerOnly,
  },
  listOwnClaims: { input: () => ({}) },
  withdrawClaim: { input: ({ claimId }) => ({ claimId }), byRole: ownerOnly, isFinal: true },
  listUnmatchedParcels: { input: () => ({ ...page, search: "" }) },
  readUnmatchedParcel: {
    input: ({ unmatchedParcelId }) => ({ inboundParcelId: unmatchedParcelId }),
  },
  matchInboundParcel: {
    input: ({ unmatchedParcelId, ownerCode }) => ({
      inboundParcelId: unmatchedParcelId,
      memberCode: ownerCode,
      declaredParcelId: null,
      reason: "The order's page shows the number",
    }),
    isFinal: true,
    isOnce: true,
  },
  listClaims: { input: () => ({ ...page, isOpen: true }) },
  readClaim: { input: ({ claimId }) => ({ claimId }) },
  decideClaim: {
    input: ({ claimId }) => ({
      claimId,
      inboundParcelId: null,
      declaredParcelId: null,
      reason: "The proof shows another number",
    }),
    isFinal: true,
    isOnce: true,
  },
};
