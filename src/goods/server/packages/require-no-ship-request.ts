import { apiError } from "#platform/contract/errors.ts";
import { sentence } from "#platform/server/translate.ts";
import type { StoredShipment } from "./package-queries.ts";

type WithRequest = Pick<StoredShipment, "shipRequestState">;

/** Whether a package, whose row is locked, is being prepared by a ship request. */
export function hasShipRequest({ shipRequestState = null }: WithRequest): boolean {
  return shipRequestState !== null && shipRequestState !== "handed_over";
}

/** Throws `ship_request_open` where a package, whose row is locked, is being prepared by a ship request. */
export function requireNoShipRequest(pkg: WithRequest): void {
  if (hasShipRequest(pkg)) throw apiError("ship_request_open");
}

/** The same for staff who may go on all the same, once they have confirmed it. */
export function confirmShipRequest(pkg: WithRequest, isConfirmed: boolean): void {
  if (isConfirmed || !hasShipRequest(pkg)) return;
  throw apiError("ship_request_open", {}, sentence("errors.shipRequestOpenForStaff"));
}
