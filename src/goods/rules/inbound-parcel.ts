// Parcels on their way to a warehouse or in it: their states, history and limits.
import { formatLabelCode } from "./receiving.ts";
import type { LegEvent } from "#tracking/rules/tracking-rules.ts";

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
  // One that was received by mistake is awaited again, or was never there.
  received: ["packed", "departed", "returned", "disposed", "expected", "cancelled"],
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
export type CarrierConfidence = (typeof carrierConfidences)[number];

/** How a parcel became known. */
export const inboundParcelSources = ["declared", "scanned"] as const;
export type InboundParcelSource = (typeof inboundParcelSources)[number];

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
  "matched",
  "merged",
  "packed",
  "unpacked",
  "owner_corrected",
  "receiving_undone",
  "return_asked",
  "disposal_asked",
  "removal_declined",
  "returned",
  "disposed",
] as const;

/** Kind of an event in a parcel's history. */
export type InboundParcelEventKind = (typeof inboundParcelEventKinds)[number];

/** The groups of a customer's list: expected, in the warehouse, and everything that has ended or left. */
export const inboundParcelGroups = ["awaited", "here", "gone"] as const;

/** Group of a customer's list of parcels. */
export type InboundParcelGroup = (typeof inboundParcelGroups)[number];

type NamedParcel = { readonly trackingNumber: string | null; readonly labelCode: string };

/** The tracking number of a parcel, or the code on our label where it came without one. */
export function parcelName({ trackingNumber, labelCode }: NamedParcel): string {
  return trackingNumber ?? formatLabelCode(labelCode);
}

/** A parcel by what is in it, where its owner said so, and by its name. */
export function parcelNameAndNumber(
  parcel: NamedParcel & { readonly description: string },
): string {
  const number = parcelName(parcel);
  return parcel.description === "" ? number : `${parcel.description} · ${number}`;
}

/** The group in which a parcel is listed. */
export function groupOf(state: InboundParcelState): InboundParcelGroup {
  if (state === "expected") return "awaited";
  return state === "received" || state === "packed" ? "here" : "gone";
}

/**
 * The filters of the list for staff: "overdue" are those that a courier delivered and nobody has scanned in time,
 * "unmatched" those here without a known owner, "long_stored" those that are here for too long, "removal_asked" those that
 * a second person is to confirm as returned or disposed of, "proof_sent" those whose owner sent a proof that nobody has seen.
 */
export const inboundParcelFilters = [
  "all",
  "awaited",
  "overdue",
  "here",
  "unmatched",
  "long_stored",
  "removal_asked",
  "proof_sent",
  "gone",
] as const;

/** Filter of the list of parcels for staff. */
export type InboundParcelFilter = (typeof inboundParcelFilters)[number];

/**
 * The lists for staff count so many parcels of each filter and, of the one that is shown, so many at a time beyond the
 * page; they list the newest ones up to `listed`, and of a search up to `found`.
 */
export const staffListLimits = { counted: 200, listed: 10_000, found: 200 } as const;

/**
 * Currencies in which customers declare what they paid, the one of Chinese shops first: those that the European Central Bank
 * publishes, since a customs paper converts them.
 */
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
  "BRL",
  "CHF",
  "CZK",
  "DKK",
  "HUF",
  "IDR",
  "ILS",
  "INR",
  "ISK",
  "KRW",
  "MXN",
  "MYR",
  "NOK",
  "NZD",
  "PHP",
  "PLN",
  "RON",
  "SEK",
  "THB",
  "TRY",
  "ZAR",
] as const;

/** How many numbers one request declares, how many expected parcels a customer has at most, and how much is said of each. */
export const declarationLimits = {
  numbersPerRequest: 50,
  expectedParcels: 500,
  descriptionCharacters: 500,
  valueMinor: 100_000_000_000,
} as const;

/** Currency of a declared value. */
export type DeclaredCurrency = (typeof declaredCurrencies)[number];

const wholeCurrencies: readonly DeclaredCurrency[] = ["ISK", "JPY", "KRW"];

/** Decimals of a currency; some, such as the yen, have none. */
export function declaredDecimals(currency: DeclaredCurrency): number {
  return wholeCurrencies.includes(currency) ? 0 : 2;
}

/** Reads decimal text such as "129.90" into the smallest unit; null where it is not a positive amount of the currency. */
export function parseDeclaredValue(text: string, currency: DeclaredCurrency): number | null {
  const decimals = declaredDecimals(currency);
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = "", fraction = ""] = match;
  if (fraction.length > decimals) return null;
  const minor = Number(whole + fraction.padEnd(decimals, "0"));
  return minor >= 1 && minor <= declarationLimits.valueMinor ? minor : null;
}

/** The plain decimal text of a value, such as "129.90". */
export function declaredValueText(minor: number, currency: DeclaredCurrency): string {
  const decimals = declaredDecimals(currency);
  const digits = String(minor).padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Formats a value in the reader's locale with the code of its currency, such as "CNY 129.90". */
export function formatDeclaredValue(
  minor: number,
  currency: DeclaredCurrency,
  locale: string,
): string {
  const decimals = declaredDecimals(currency);
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "code",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(declaredValueText(minor, currency) as `${number}`);
}

/** When a courier delivered an inbound parcel to our address; null where it has not. Only a scan receives the parcel. */
export function courierDeliveryOf(
  events: readonly Pick<LegEvent, "stage" | "occurredAt">[],
): Date | null {
  const deliveries = events.filter(({ stage }) => stage === "delivered");
  const earliest = Math.min(...deliveries.map(({ occurredAt }) => occurredAt.getTime()));
  return Number.isFinite(earliest) ? new Date(earliest) : null;
}

/**
 * How long a package may be pending, or a leg in transit without news, before it becomes a work item.
 */
export const waitingLimits = {
  pendingDays: 3,
  silentLegDays: 7,
  /** Opening hours after the courier's delivery. */
  overdueOpenHours: 24,
  /** After the last free day. */
  longStoredDays: 60,
  longUnmatchedDays: 90,
} as const;

/** States of a claim; a decided one ends as granted or refused. */
export const parcelClaimStates = ["open", "granted", "refused", "withdrawn"] as const;

/** State of a claim. */
export type ParcelClaimState = (typeof parcelClaimStates)[number];

/** What a customer can claim, and how much proof a claim takes. */
export const parcelClaimLimits = { perDay: 10, files: 3, fileBytes: 10_000_000 } as const;

/** Lengths of a number that can be claimed: of every number that can be scanned. */
export const claimedNumberLength = { minimum: 4, maximum: 60 } as const;

/** How much staff are shown at once; lists go on page by page, as far as they are counted. */
export const unmatchedLimits = { counted: 500, near: 20 } as const;
