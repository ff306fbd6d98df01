// How the holds of a request are named.
import type { LedgerReasonCode } from "#money/rules/ledger-reason.ts";
import type { RequestHold } from "#money/rules/request-hold-key.ts";
import { extraServiceKey } from "#shipping/rules/ship-quote.ts";
import type { HeldFor, RequestHoldRow } from "#money/server/wallet/holds/request-holds.ts";
import type { LockedRequest } from "./lock-request.ts";

const extraServicePrefix = extraServiceKey("");

/** Whether a hold pays an extra service, so that it stays until that ends or everything is handed over. */
export function isHoldOfExtraService({ idempotencyKey }: RequestHoldRow): boolean {
  return idempotencyKey.startsWith(extraServicePrefix);
}

/** What the history says of a hold. */
export const reasonCodes = {
  shipping_fee: "shipping",
  storage_fee: "storage",
  service_fee: "box",
} as const satisfies Readonly<Record<RequestHold["type"], LedgerReasonCode>>;

/** Whose the holds of a request are, and what they pay. */
export function toHeldFor({ request, pkg }: LockedRequest): HeldFor {
  return {
    userId: request.userId,
    shipRequestId: request.id,
    packageId: pkg.id,
    trackingNumber: pkg.trackingNumber,
  };
}
