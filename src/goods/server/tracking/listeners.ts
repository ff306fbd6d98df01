import type { Listeners } from "#platform/server/context.ts";
import { applyTrackers } from "./carrier-events.ts";
import { holderOfUse, isUseOnItsWay, listOwnersOfTracker } from "./tracker-queries.ts";
import { listTrackedPackages } from "./leg-event-queries.ts";

/** What legs and inbound parcels answer and do where their numbers are followed. */
export const holderListeners = {
  trackersReported: applyTrackers,
  originsOfTrackers: listTrackedPackages,
  ownersOfTracker: listOwnersOfTracker,
  isUseOnItsWay,
  holderOfUse,
} satisfies Partial<Listeners>;
