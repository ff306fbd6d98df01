// Parcels on their way to a warehouse or in it: their states, history and limits.

/** Every state of an inbound parcel. */
export const inboundParcelStates = [
  "expected",
  "received",
  "packed",
  "departed",
  "returned",
  "disposed",
  "cancelled",
] as const;

/** State of an inbound parcel. */
export type InboundParcelState = (typeof inboundParcelStates)[number];

/** The states that may follow a state. A parcel that was never declared begins as received. */
const nextStates: Readonly<Record<InboundParcelState, readonly InboundParcelState[]>> = {
  expected: ["received", "cancelled"],
  received: ["packed", "departed", "returned", "disposed"],
  packed: ["received", "departed"],
  // Only a package that was handed over by mistake is taken back.
  departed: ["packed"],
  returned: [],
  disposed: [],
  cancelled: ["received"],
};

/** Whether a parcel may go from one state to another. */
export function mayBecome(from: InboundParcelState, to: InboundParcelState): boolean {
  return nextStates[from].includes(to);
}

/** Whether a parcel is awaited or in the warehouse, so that its number cannot be declared again. */
export function isOpenParcel(state: InboundParcelState): boolean {
  return state === "expected" || state === "received" || state === "packed";
}

/** Whether its customer may put a parcel into a package, take it out and correct what was declared about it. */
export function isMovableParcel(state: InboundParcelState): boolean {
  return state === "expected" || state === "received";
}

/** How certain it is which carrier brings a parcel: given by the customer, or recognised by its number. */
export const carrierConfidences = ["given", "certain", "likely", "possible"] as const;

/** How a parcel became known. */
export const inboundParcelSources = ["declared", "scanned"] as const;

/** What happened to a parcel. */
export const inboundParcelEventKinds = [
  "declared",
  "declaration_changed",
  "put_into_package",
  "taken_out",
  "received",
  "measured_again",
  "corrected",
  "stored",
  "departed",
  "cancelled",
  "rejected",
  "migrated",
  "matched",
  "merged",
  "packed",
  "unpacked",
] as const;

/** Kind of an event in a parcel's history. */
export type InboundParcelEventKind = (typeof inboundParcelEventKinds)[number];

/** The groups of a customer's list: expected, in the warehouse, and everything that has ended or left. */
export const inboundParcelGroups = ["awaited", "here", "gone"] as const;

/** Group of a customer's list of parcels. */
export type InboundParcelGroup = (typeof inboundParcelGroups)[number];

/** The group in which a parcel is listed. */
export function groupOf(state: InboundParcelState): InboundParcelGroup {
  if (state === "expected") return "awaited";
  return state === "received" || state === "packed" ? "here" : "gone";
}

/**
 * The filters of the list for staff: "overdue" are those that a courier delivered and nobody has scanned in time,
 * "unmatched" those here without a known owner, "long_stored" those that are here for too long.
 */
export const inboundParcelFilters = [
  "all",
  "awaited",
  "overdue",
  "here",
  "unmatched",
  "long_stored",
  "gone",
] as const;

/** Filter of the list of parcels for staff. */
export type InboundParcelFilter = (typeof inboundParcelFilters)[number];

/**
 * The lists for staff count so many parcels of each filter and, of the one that is shown, so many at a time beyond the
 * page; they list the newest ones up to `listed`, and of a search up to `found`.
 */
export const staffListLimits = { counted: 200, listed: 10_000, found: 200 } as const;

/** Currencies in which customers declare what they paid, the one of Chinese shops first. */
export const declaredCurrencies = [
  "CNY",
  "HKD",
  "USD",
  "SGD",
  "AUD",
  "CAD",
  "EUR",
  "GBP",
  "JPY",
  "TWD",
] as const;

/** How many numbers one request declares, and how many expected parcels a customer has at most. */
export const declarationLimits = { numbersPerRequest: 50, expectedParcels: 500 } as const;
