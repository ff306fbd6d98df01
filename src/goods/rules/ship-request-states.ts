// The states of a ship request, which decide where its package is.

/** Every state of a ship request. */
export const shipRequestStates = [
  "requested",
  "packing",
  "packed",
  "waiting_for_customer",
  "accepted",
  "labelled",
  "handed_over",
  "cancelled",
  "shelved",
] as const;

/** State of a ship request. */
export type ShipRequestState = (typeof shipRequestStates)[number];

/** The states in which a package is being prepared, so that it can have no second request. */
export const openShipRequestStates = [
  "requested",
  "packing",
  "packed",
  "waiting_for_customer",
  "accepted",
  "labelled",
] as const satisfies readonly ShipRequestState[];

/** State of a ship request that has neither ended nor left. */
export type OpenShipRequestState = (typeof openShipRequestStates)[number];

/** Whether a request is still being prepared. */
export function isOpenShipRequest(state: ShipRequestState): state is OpenShipRequestState {
  return (openShipRequestStates as readonly ShipRequestState[]).includes(state);
}
