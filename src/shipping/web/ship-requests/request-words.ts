import type { ShipRequestState } from "#goods/rules/package-stage.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import type { EstimatedServiceFacts } from "#shipping/contract/ship-quotes.ts";
import { deliveryTimeText } from "#catalogue/web/i18n/labels.ts";

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

/** What names a shipping service. */
type Service = EstimatedServiceFacts["service"];

/** The published delivery time of a service, such as "7-14 business days". */
export function publishedTime(service: Service): string {
  const { deliveryMin, deliveryMax, deliveryUnit } = service;
  return deliveryTimeText({ earliest: deliveryMin, latest: deliveryMax, unit: deliveryUnit });
}

const businessDaysOfWeek = 5;

/** The latest delivery in business days, by which services are ordered. */
export function latestBusinessDays({ deliveryMax, deliveryUnit }: Service): number {
  return deliveryUnit === "weeks" ? deliveryMax * businessDaysOfWeek : deliveryMax;
}
