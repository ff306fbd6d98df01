import type { Listeners } from "#platform/server/context.ts";
import { confirmCharge } from "./packages/lock-packages.ts";
import { findTrackingNumber, listNewestPackages, listTrackingNumbers } from "./listener-queries.ts";

/** What packages answer and do for modules below. */
export const packageListeners = {
  trackingNumbersOf: listTrackingNumbers,
  trackingNumberOf: findTrackingNumber,
  newestPackagesOf: listNewestPackages,
  confirmCharge,
} satisfies Partial<Listeners>;
