import type { ShipRequest } from "#shipping/contract/ship-requests.ts";

type WithExtras = Pick<ShipRequest, "extraServices">;
type ExtraState = ShipRequest["extraServices"][number]["state"];

/** What the extra services in any of these states cost, in cents. */
export function extrasCents({ extraServices }: WithExtras, states: readonly ExtraState[]): number {
  return extraServices
    .filter(({ state }) => states.includes(state))
    .reduce((sum, { priceCents }) => sum + priceCents, 0);
}

/** What the extra services cost that are done, in cents: it is charged however the request ends. */
export function doneCents(request: WithExtras): number {
  return extrasCents(request, ["done"]);
}
