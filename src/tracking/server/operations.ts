import type { tracking } from "#tracking/contract/tracking.ts";
import type { Operations } from "#platform/server/context.ts";
import { listFailedMessages, retryCarrierMessage } from "./tracking/carrier-messages.ts";
import { readProviderDelay } from "./tracking/read-trackers.ts";
import { retryTracker, stopTracker } from "./tracking/trackers.ts";

/** The function of each operation of tracking but those that move goods. */
export const trackingOperations: Operations<{
  readonly tracking: Pick<
    typeof tracking,
    | "readProviderDelay"
    | "listFailedMessages"
    | "retryTracker"
    | "stopTracker"
    | "retryCarrierMessage"
  >;
}> = {
  tracking: {
    readProviderDelay,
    listFailedMessages,
    retryTracker,
    stopTracker,
    retryCarrierMessage,
  },
};
