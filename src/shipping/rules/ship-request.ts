// The wish to have a package packed and sent: its states, and who may lead from one to the next.
import type { SidesMm } from "#catalogue/rules/chargeable-weight.ts";
import type { NamesByLanguage } from "#platform/rules/language.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { ShipRequestState } from "#goods/rules/package-stage.ts";

/** What a request waits for. */
export const waitingReasons = [
  "price",
  "over_cap",
  "over_plan",
  "top_up",
  "missing",
  "lane_closed",
  "goods",
  "declaration",
] as const;

/** What a request waits for. */
export type WaitingReason = (typeof waitingReasons)[number];

/** How customers are told what it waits for: a gift that was bought apart from goods that are to be stated. */
export const waitingNews = [...waitingReasons, "gift"] as const;
export type WaitingNews = (typeof waitingNews)[number];

/** How a request is paid: after seeing the price of the packed box, or by itself up to an amount. */
export const paymentModes = ["quote_first", "automatic_up_to_cap"] as const;

/** How a request is paid. */
export type PaymentMode = (typeof paymentModes)[number];

/** A parcel in a request: still to be found, in the box, not found, or staying here. */
export const requestedParcelStates = ["to_find", "in_box", "missing", "left_out"] as const;

/** State of a parcel in a request. */
export type RequestedParcelState = (typeof requestedParcelStates)[number];

/** Whether a parcel can stay here while others go. */
export function hasSeveralInBox(
  parcels: readonly { readonly state: RequestedParcelState }[],
): boolean {
  return parcels.filter(({ state }) => state === "in_box").length > 1;
}

/** What a photo of the packing desk shows. */
export const packingImageKinds = ["open_box", "closed_on_scale", "extra_service"] as const;

/** What a photo of the packing desk shows. */
export type PackingImageKind = (typeof packingImageKinds)[number];

/** The photos without which a box cannot be closed. */
export const photosOfClosedBox = [
  "open_box",
  "closed_on_scale",
] as const satisfies readonly PackingImageKind[];

/** Who leads a request from one state to another; the system by a job or within another one's act. */
export const shipRequestActors = ["customer", "packer", "staff", "system"] as const;
export type ShipRequestActor = (typeof shipRequestActors)[number];

/** Everything that leads to another state. */
export const shipRequestActions = [
  "request",
  "request_shelved",
  "start_packing",
  "close_box",
  "open_box",
  "wait",
  "report_missing",
  "continue_packing",
  "leave_out",
  "declare",
  "accept",
  "withdraw_acceptance",
  "label",
  "void_label",
  "hand_over",
  "take_back",
  "cancel",
  "shelve",
] as const;
export type ShipRequestAction = (typeof shipRequestActions)[number];

/** A row of the table of transitions. Where `reasons` stands, a waiting request has to wait for one of them. */
type ShipRequestTransition = {
  readonly action: ShipRequestAction;
  readonly from: ShipRequestState | null;
  readonly to: ShipRequestState;
  readonly by: readonly ShipRequestActor[];
  readonly reasons?: readonly WaitingReason[];
};

const beforeAcceptance = ["requested", "packing", "packed", "waiting_for_customer"] as const;

/** Every transition there is. A state that has none for an action refuses it. */
export const shipRequestTransitions: readonly ShipRequestTransition[] = [
  { action: "request", from: null, to: "requested", by: ["customer"] },
  // The box of a shelved request is packed already.
  { action: "request_shelved", from: null, to: "packed", by: ["customer"] },
  { action: "start_packing", from: "requested", to: "packing", by: ["packer"] },
  { action: "close_box", from: "packing", to: "packed", by: ["packer"] },
  { action: "wait", from: "packed", to: "waiting_for_customer", by: ["system"] },
  { action: "accept", from: "packed", to: "accepted", by: ["customer", "system"] },
  {
    action: "accept",
    from: "waiting_for_customer",
    to: "accepted",
    by: ["customer", "system"],
    reasons: ["price", "over_cap", "over_plan", "top_up", "lane_closed", "goods"],
  },
  { action: "label", from: "accepted", to: "labelled", by: ["packer", "system"] },
  { action: "void_label", from: "labelled", to: "accepted", by: ["packer", "staff", "system"] },
  { action: "hand_over", from: "labelled", to: "handed_over", by: ["packer", "staff"] },
  { action: "take_back", from: "handed_over", to: "labelled", by: ["staff"] },
  ...beforeAcceptance.map((from): ShipRequestTransition => {
    return { action: "cancel", from, to: "cancelled", by: ["customer", "staff"] };
  }),
  { action: "cancel", from: "accepted", to: "cancelled", by: ["customer", "staff"] },
  { action: "cancel", from: "labelled", to: "cancelled", by: ["staff"] },
  { action: "shelve", from: "waiting_for_customer", to: "shelved", by: ["system"] },
  { action: "report_missing", from: "packing", to: "waiting_for_customer", by: ["packer"] },
  {
    action: "continue_packing",
    from: "waiting_for_customer",
    to: "packing",
    by: ["customer", "packer"],
    reasons: ["missing"],
  },
  { action: "open_box", from: "packed", to: "packing", by: ["packer"] },
  {
    action: "open_box",
    from: "waiting_for_customer",
    to: "packing",
    by: ["packer"],
    reasons: ["price", "over_cap", "over_plan", "top_up", "lane_closed", "goods", "declaration"],
  },
  // What is held stays until the box is quoted again.
  { action: "open_box", from: "accepted", to: "packing", by: ["packer"] },
  { action: "open_box", from: "labelled", to: "packing", by: ["packer"] },
  {
    action: "leave_out",
    from: "waiting_for_customer",
    to: "packing",
    by: ["customer"],
    reasons: ["price", "over_cap", "over_plan", "top_up", "lane_closed", "goods", "declaration"],
  },
  // What was missing is stated, so that it is decided about as any packed box.
  {
    action: "declare",
    from: "waiting_for_customer",
    to: "packed",
    by: ["system"],
    reasons: ["declaration"],
  },
  // A lane closes, goods turn out to be refused, the address or the declaration changes, or the price is no longer valid.
  { action: "withdraw_acceptance", from: "accepted", to: "waiting_for_customer", by: ["system"] },
];

/** What decides whether a request may be led on. */
type RequestedState = {
  readonly state: ShipRequestState;
  readonly waitingReason: WaitingReason | null;
};

/** The state to which an action leads; null where it is refused. `from` is null for a new request. */
export function nextShipRequestState(
  action: ShipRequestAction,
  by: ShipRequestActor,
  from: RequestedState | null,
): ShipRequestState | null {
  const row = shipRequestTransitions.find(
    (transition) =>
      transition.action === action &&
      transition.from === (from?.state ?? null) &&
      transition.by.includes(by) &&
      (transition.reasons === undefined ||
        (from !== null &&
          from.waitingReason !== null &&
          transition.reasons.includes(from.waitingReason))),
  );
  return row?.to ?? null;
}

/** What follows from a packed box: it is accepted by itself, or waits. */
export type PackedFacts = {
  readonly paymentMode: PaymentMode;
  /** Whether the packed weight is above what the plan carries, without a fee that would cover it. */
  readonly isOverPlan: boolean;
  /** Whether any service takes it. */
  readonly hasOpenService: boolean;
  /** Whether the chosen service takes it; null where none is chosen yet. */
  readonly isServiceOpen: boolean | null;
  /** Whether all goods are declared, and what goes by itself is signed as it is now. */
  readonly isDeclared: boolean;
  /** Whether it is closed by what is in the box. */
  readonly isClosedByGoods: boolean;
  /** The most that the customer has said yes to: their cap, or what they accepted before the box was opened again. */
  readonly approvedCents: number | null;
  /** Of the chosen service, without extra services; null where it has no price. */
  readonly priceCents: number | null;
  /** What the exact holds need beyond what the wallet has, with the hold of the cap released. */
  readonly missingCents: number;
};

/** Why a packed box waits; null where it is accepted by itself. The first that fits. */
export function decideAfterPacking(facts: PackedFacts): WaitingReason | null {
  if (facts.isOverPlan) return "over_plan";
  if (!facts.hasOpenService || facts.isServiceOpen === false) {
    return facts.isClosedByGoods ? "goods" : "lane_closed";
  }
  if (!facts.isDeclared) return "declaration";
  const { paymentMode, approvedCents, priceCents } = facts;
  if (priceCents === null || approvedCents === null) return "price";
  if (priceCents > approvedCents) return paymentMode === "quote_first" ? "price" : "over_cap";
  return facts.missingCents > 0 ? "top_up" : null;
}

/** How long a packer keeps a request that they no longer scan for, before another one may go on with it. */
const takeOverMilliseconds = 10 * 60_000;

/** Whether somebody may pack a request: nobody has it, they have it, or its packer has stopped. */
export function mayPack(
  request: { readonly packerId: string | null; readonly packerActiveAt: Date | null },
  packerId: string,
  now: Date,
): boolean {
  if (request.packerId === null || request.packerId === packerId) return true;
  const idle = now.getTime() - (request.packerActiveAt?.getTime() ?? 0);
  return idle >= takeOverMilliseconds;
}

/** Packed weights outside this share of the sum of the parcels and the empty box are asked about again, in percent. */
const usualWeightPercent = { min: 70, max: 130 } as const;

/** Whether a packed weight is as expected from what is weighed; a part that was not weighed makes any weight usual. */
export function isUsualWeight(
  packedGrams: number,
  partsGrams: readonly (number | null)[],
): boolean {
  const weighed = partsGrams.filter((grams) => grams !== null);
  if (weighed.length !== partsGrams.length) return true;
  const sum = weighed.reduce((total, grams) => total + grams, 0);
  const percent = packedGrams * 100;
  return percent >= sum * usualWeightPercent.min && percent <= sum * usualWeightPercent.max;
}

/** Whether a parcel of a request lies in the box that its customer left out after it was packed. */
export function isToTakeOut(parcel: {
  readonly state: string;
  readonly scannedAt: Date | null;
}): boolean {
  return parcel.state === "left_out" && parcel.scannedAt !== null;
}

/** How much longer a closed box may be outside than inside, by its walls and where it bulges. */
const boxWallsMm = 50;

/** Whether a closed box with these outer sides can be one of these inner sides, turned as it may be. */
export function isOfBox(outerMm: SidesMm, innerMm: SidesMm): boolean {
  const inner = innerMm.toSorted((one, other) => one - other);
  return outerMm
    .toSorted((one, other) => one - other)
    .every((side, index) => side <= (inner[index] ?? 0) + boxWallsMm);
}

/** The most that a package may weigh: as its customer's plan says or, without one, the plan for which it was added. */
export function weightLimitGrams(facts: {
  readonly plan: PlanName | null;
  readonly planMaxWeightGrams: number | null;
  readonly packageMaxWeightGrams: number | null;
}): number | null {
  return facts.plan === null ? facts.packageMaxWeightGrams : facts.planMaxWeightGrams;
}

/** Days that a request waits for its customer before its box goes back to the shelf, and when they are reminded. */
export const waitingDays = { shelved: 7, reminders: [2, 5] } as const;

/** The reminder that is due after so many days of waiting, by its day; null while none is. */
export function dueWaitingReminder(days: number): number | null {
  return waitingDays.reminders.findLast((day) => days >= day) ?? null;
}

/** How long the price of a packed box is valid. */
export const quoteLifetimeMilliseconds = waitingDays.shelved * 86_400_000;

/** Whether a quote can be accepted at a moment: until the last millisecond before `validUntil`. */
export function isQuoteValid(quote: { readonly validUntil: Date }, now: Date): boolean {
  return now.getTime() < quote.validUntil.getTime();
}

/** Hours in which a request is packed; a priority extra service has its own. */
export const packingHours = 48;

/** Limits of ship requests. */
export const shipRequestLimits = {
  parcels: 50,
  extraServices: 20,
  images: 40,
  note: 500,
  /** The cap of a single request. */
  capCents: 1_000_000,
  weightGrams: 100_000,
  sideMm: 3_000,
  listed: 100,
} as const;

/** What happened to a request, in its history. */
export const shipRequestEventKinds = [
  "requested",
  "parcels_changed",
  "payment_mode_changed",
  "recipient_changed",
  "packing_started",
  "taken_over",
  "parcel_missing",
  "parcel_found",
  "continued_without_missing",
  "parcels_left_out",
  "parcels_taken_out",
  "box_closed",
  "box_opened",
  "waiting",
  "quoted_anew",
  "accepted",
  "extra_service_ordered",
  "extra_service_done",
  "extra_service_refused",
  "extra_service_cancelled",
  "labelled",
  "label_voided",
  "handed_over",
  "taken_back",
  "cancelled",
  "shelved",
  "declaration_changed",
  "declaration_confirmed",
] as const;
export type ShipRequestEventKind = (typeof shipRequestEventKinds)[number];

/** Facts of an event that its sentence needs. */
export type ShipRequestEventFacts = {
  readonly waitingReason?: WaitingReason;
  readonly paymentMode?: PaymentMode;
  readonly amountCents?: number;
  readonly weightGrams?: number;
  readonly serviceNames?: NamesByLanguage;
  readonly reason?: string;
  readonly labelCode?: string;
  readonly extraServiceCode?: string;
  readonly parcelsCount?: number;
};

/** Why a quote no longer counts. */
export const quoteEnds = ["accepted", "replaced", "expired"] as const;
export type QuoteEnd = (typeof quoteEnds)[number];

/** On what a quote is based: sizes of the parcels, or the packed box. */
export const quoteBases = ["estimate", "packed"] as const;
export type QuoteBasis = (typeof quoteBases)[number];
