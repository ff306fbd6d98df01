import type { ShipRequest } from "#contract/ship-requests.ts";

/** What the extra services cost that are done, in cents: it is charged however the request ends. */
export function doneCents({ extraServices }: Pick<ShipRequest, "extraServices">): number {
  return extraServices
    .filter(({ state }) => state === "done")
    .reduce((sum, { priceCents }) => sum + priceCents, 0);
}
