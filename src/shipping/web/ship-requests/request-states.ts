import type { ShipRequestState } from "#goods/rules/ship-request-states.ts";

/** Whether nothing was accepted yet, so that the customer can still change how it is paid. */
export function beforeAcceptance(state: ShipRequestState): boolean {
  return ["requested", "packing", "packed", "waiting_for_customer"].includes(state);
}

/** Whether the recipient can be changed: until there is a label. */
export function beforeLabel(state: ShipRequestState): boolean {
  return beforeAcceptance(state) || state === "accepted";
}

/** Whether the box is still open, so that parcels can be added or stay here. */
export function beforePacked(state: ShipRequestState): boolean {
  return state === "requested" || state === "packing";
}
