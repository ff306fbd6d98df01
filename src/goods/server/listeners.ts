import type { Listeners } from "#platform/server/context.ts";
import { giveParcelsToHub } from "./inbound-parcels/parcels-of-package.ts";
import {
  findTrackingNumber,
  holderOfUse,
  isUseOnItsWay,
  listLegsOfTrackers,
  listNewestPackages,
  listOwnersOfTracker,
  listPackageNames,
  listTrackingNumbers,
  numberOfSubject,
} from "./listener-queries.ts";
import { immediateEmails, queueDigest, queueReceived } from "./notifications/goods-emails.ts";
import { confirmCharge } from "./packages/lock-packages.ts";
import { applyTrackers } from "./tracking/carrier-events.ts";

/** What goods answer and do for modules below. */
export const goodsListeners = {
  trackingNumbersOf: listTrackingNumbers,
  packageNamesOf: listPackageNames,
  trackingNumberOf: findTrackingNumber,
  newestPackagesOf: listNewestPackages,
  confirmCharge,
  immediateEmails,
  queueCollectedEmail: queueReceived,
  queueDigest,
  numberOfSubject,
  trackersReported: applyTrackers,
  legsOfTrackers: listLegsOfTrackers,
  ownersOfTracker: listOwnersOfTracker,
  isUseOnItsWay,
  holderOfUse,
  warehouseSaved: giveParcelsToHub,
} satisfies Partial<Listeners>;
