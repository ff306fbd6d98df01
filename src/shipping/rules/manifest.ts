// Packages handed to one carrier at one time, with a list.

import { plainText } from "#platform/rules/normalize-text.ts";

/**
 * Packages are scanned into an open manifest; a closed one is printed; while it is being handed over its packages leave one
 * after the other, which goes on after a crash.
 */
export const manifestStates = ["open", "closed", "handing_over", "handed_over"] as const;
export type ManifestState = (typeof manifestStates)[number];

/** A package of a manifest: on its list, gone, left behind for a reason, or taken back. */
export const manifestPackageStates = [
  "listed",
  "handed_over",
  "left_behind",
  "taken_back",
] as const;
export type ManifestPackageState = (typeof manifestPackageStates)[number];

/** Whether a package counts on its manifest: one that was left behind or taken back is only named there. */
export function countsOnManifest(state: ManifestPackageState): boolean {
  return state === "listed" || state === "handed_over";
}

/** Everything that leads a manifest to another state. */
export const manifestActions = ["close", "reopen", "start_hand_over", "finish_hand_over"] as const;
type ManifestAction = (typeof manifestActions)[number];

const transitions: Readonly<Record<ManifestAction, readonly [ManifestState, ManifestState]>> = {
  close: ["open", "closed"],
  reopen: ["closed", "open"],
  start_hand_over: ["closed", "handing_over"],
  finish_hand_over: ["handing_over", "handed_over"],
};

/** The state to which an action leads; null where it is refused. */
export function nextManifestState(
  action: ManifestAction,
  from: ManifestState,
): ManifestState | null {
  const [expected, to] = transitions[action];
  return from === expected ? to : null;
}

/** Why a package is left behind when its manifest is handed over. */
export const leftBehindReasons = [
  "not_labelled",
  "label_void",
  "package_ended",
  "already_left",
  "holds_missing",
  "insufficient_balance",
  "failed",
] as const;
export type LeftBehindReason = (typeof leftBehindReasons)[number];

export const manifestLimits = {
  packages: 500,
  receiverName: 100,
  signatureBytes: 200_000,
  /** Packages that leave in one database transaction. */
  packagesAtOnce: 200,
} as const;

/** For how long a package that was handed over can be taken back. */
export const takeBackMilliseconds = 2 * 3_600_000;

/** Whether a package that left at a moment can still be taken back. */
export function mayTakeBack(handedOverAt: Date, now: Date): boolean {
  return now.getTime() - handedOverAt.getTime() < takeBackMilliseconds;
}

/** Days after which a package that is labelled but not handed over is open work. */
export const longLabelledDays = 3;

/** It matches ours, it differs and staff find out why, or staff have. */
export const carrierWeightStates = ["matches", "differs", "settled"] as const;
export type CarrierWeightState = (typeof carrierWeightStates)[number];

/** What rows have of a carrier's weight: null where none was recorded, and the newest photo of the box on our scale. */
export type WeightColumns = {
  readonly carrierGrams: number | null;
  readonly comparedGrams: number | null;
  readonly weightState: CarrierWeightState | null;
  readonly settledReason: string | null;
  readonly scalePhotoId: string | null;
};

/** By how much two scales may differ. */
const carrierWeightTolerancePercent = 5;

/** Whether a carrier's weight is further from the packed one than scales differ; both in grams. */
export function differsFromPacked(carrierGrams: number, packedGrams: number): boolean {
  const percentOfPacked = Math.abs(carrierGrams - packedGrams) * 100;
  return percentOfPacked > packedGrams * carrierWeightTolerancePercent;
}

/** By which people name a manifest, as M00012. */
export function manifestNumberText(number: bigint): string {
  return `M${String(number).padStart(5, "0")}`;
}

/** The number of a manifest that a search names; null where it names none. */
export function soughtManifestNumber(search: string): string | null {
  return /^(?:manifest\s*)?m?\s*0*([1-9]\d{0,17})$/i.exec(plainText(search).trim())?.[1] ?? null;
}

/** The same of a search that says that it names a manifest, as M12 does; 12 alone may be anything. */
export function namedManifestNumber(search: string): string | null {
  return /^\s*m/i.test(search) ? soughtManifestNumber(search) : null;
}
