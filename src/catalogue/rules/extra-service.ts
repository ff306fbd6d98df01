// Priced work on an inbound parcel or a package, as rows describe it.
import type { NamesByLanguage } from "#platform/rules/language.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";

/** What an extra service is counted by. */
export const extraServiceUnits = ["inbound_parcel", "package", "photo", "kilogram"] as const;
export type ExtraServiceUnit = (typeof extraServiceUnits)[number];

/** State of an ordered extra service. */
export const extraServiceStates = ["ordered", "done", "refused", "cancelled"] as const;
export type ExtraServiceState = (typeof extraServiceStates)[number];

/** The states that may follow a state. */
const nextStates: Readonly<Record<ExtraServiceState, readonly ExtraServiceState[]>> = {
  ordered: ["done", "refused", "cancelled"],
  done: [],
  refused: [],
  cancelled: [],
};

/** Whether an ordered extra service may go from one state to another. */
export function mayExtraServiceBecome(from: ExtraServiceState, to: ExtraServiceState): boolean {
  return nextStates[from].includes(to);
}

/** An extra service as it is priced. */
export type ExtraService = {
  readonly code: string;
  readonly names: NamesByLanguage;
  readonly per: ExtraServiceUnit;
  readonly priceCents: number;
  /** Plans with which it is free. */
  readonly freePlans: readonly PlanName[];
  readonly promisedHours: number;
  readonly needsImages: boolean;
  readonly canRefuse: boolean;
};

/** Packs a request before others. */
export const priorityPacking = "priority_packing";
/** Takes a shelved box apart, so that its parcels lie on the shelf again. */
export const unpacking = "unpack";
/** Compares what is in a parcel with what was declared. */
export const contentsCheck = "contents_check";
/** Removes the sellers' packaging, so that less is sent. */
export const packagingRemoval = "remove_packaging";

/** The limits of what staff enter. */
export const extraServiceLimits = {
  code: 40,
  priceCents: 1_000_000,
  promisedHours: { min: 1, max: 720 },
  quantity: 50,
  services: 60,
  /** Of a customer. */
  openOrders: 100,
  text: 1_000,
  images: 20,
} as const;

export const extraServiceCodePattern = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/** What an order of an extra service costs: nothing with a plan that includes it. */
export function extraServiceCents(
  service: Pick<ExtraService, "priceCents" | "freePlans">,
  quantity: number,
  plan: PlanName | null,
): number {
  return plan !== null && service.freePlans.includes(plan) ? 0 : service.priceCents * quantity;
}
