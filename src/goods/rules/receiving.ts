// What is recorded when a parcel arrives: its weight, size, condition and contents, as a person or a scale states them.
import type { BatteryKind, GoodsFlag } from "#catalogue/rules/shipping-service.ts";
import { codeAlphabet } from "#people/rules/member-code.ts";
import { plainText } from "#platform/rules/normalize-text.ts";

/** How the outside of a parcel looks. */
export const parcelConditions = [
  "perfect",
  "slightly_damaged",
  "damaged",
  "wet",
  "opened",
] as const;

/** How the outside of a parcel looks. */
export type ParcelCondition = (typeof parcelConditions)[number];

/** What was seen of the goods in a parcel. */
type SeenGoods = { readonly battery: BatteryKind; readonly goodsFlags: readonly GoodsFlag[] };

/** How few services take a battery; of one that nobody knows about nothing is said. */
const batteryRisks = {
  unknown: 0,
  none: 0,
  installed: 1,
  packed: 2,
  loose: 3,
} as const satisfies Readonly<Record<BatteryKind, number>>;

function isRiskier(one: BatteryKind, other: BatteryKind): boolean {
  return batteryRisks[one] > batteryRisks[other];
}

/** What a record takes off that another one says of the goods: the battery, or null, and the properties. */
export type TakenOff = {
  readonly battery: BatteryKind | null;
  readonly goodsFlags: readonly GoodsFlag[];
};

/** What a record takes off that another one says of the goods, so that more services would take them; null: nothing. */
export function goodsTakenOff(before: SeenGoods, after: SeenGoods): TakenOff | null {
  const battery = isRiskier(before.battery, after.battery) ? before.battery : null;
  const goodsFlags = before.goodsFlags.filter((flag) => !after.goodsFlags.includes(flag));
  return battery === null && goodsFlags.length === 0 ? null : { battery, goodsFlags };
}

/** What is seen of goods beside what was seen before: nothing of that is taken off. */
export function addSeenGoods(before: SeenGoods, seen: SeenGoods): SeenGoods {
  // Who did not look knows less than who saw that there is none.
  const isKept = seen.battery === "unknown" || isRiskier(before.battery, seen.battery);
  return {
    battery: isKept ? before.battery : seen.battery,
    goodsFlags: [...new Set([...before.goodsFlags, ...seen.goodsFlags])],
  };
}

/** How a weight came into its record. */
export const scaleSources = ["typed", "hid", "serial"] as const;

/** How a weight came into its record. */
export type ScaleSource = (typeof scaleSources)[number];

/** Why a receiving record was made. */
export const receivingRecordKinds = [
  "received",
  "measured_again",
  "corrected",
  "label_read",
] as const;

/** Why a receiving record was made. */
export type ReceivingRecordKind = (typeof receivingRecordKinds)[number];

/** What a photo of a parcel shows. */
export const parcelImageKinds = ["outside", "label", "scale", "contents", "damage"] as const;

/** What a photo of a parcel shows. */
export type ParcelImageKind = (typeof parcelImageKinds)[number];

/** What a scan at the receiving desk turned out to be. */
export const scanOutcomes = [
  "matched",
  "seen_before",
  "near_match",
  "undeclared",
  "unmatched",
  "two_owners",
  "package",
  "storage_location",
] as const;

/** What a scan at the receiving desk turned out to be. */
export type ScanOutcome = (typeof scanOutcomes)[number];

/** The limits of what is recorded, and of the desk's queue while it has no network. */
export const receivingLimits = {
  maxWeightGrams: 100_000,
  maxSideMillimeters: 3_000,
  imagesPerParcel: 20,
  /** A number that came longer ago belongs to another parcel. */
  sameNumberDays: 180,
  /** How many parcels with nearly the same number a scan shows. */
  nearCandidates: 5,
  awaitedNumbers: 20_000,
  /** How many of the parcels that one saved last a desk shows. */
  shownRecords: 20,
  queuedRecords: 300,
  queueHours: 8,
  /** How long ago a parcel can have been put where a device says now that it lies: a year. */
  oldestMoveMilliseconds: 365 * 86_400_000,
} as const;

const labelCodeLength = 8;

/** A code as it is stored, for regular expressions. */
export const labelCodePattern = `[${codeAlphabet}]{${labelCodeLength}}`;

/** A code in two groups, as it is printed: 7KQ2 XW9D. */
export function formatLabelCode(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}

/** Reads a code in any case and width, with or without spaces and dashes; null where it is none. */
export function parseLabelCode(text: string): string | null {
  const code = plainText(text).replaceAll(/[\s-]/g, "").toUpperCase();
  const isCode = [...code].every((character) => codeAlphabet.includes(character));
  return isCode && code.length === labelCodeLength ? code : null;
}

/** The path that a camera reads from a label, after the origin. */
export function parcelStickerPath(labelCode: string): string {
  return `/a/${labelCode}`;
}

/** How a parcel differs: it was not found where it is recorded, or it was found elsewhere. */
export const stocktakeDifferenceKinds = ["missing", "misplaced"] as const;

/** How a parcel differs from what is recorded. */
export type StocktakeDifferenceKind = (typeof stocktakeDifferenceKinds)[number];

/** How much a stocktake loads, sends and shows at once. */
export const stocktakeLimits = {
  parcels: 20_000,
  scansPerRequest: 200,
  differencesShown: 1_000,
  listed: 50,
} as const;
