import type { Listeners } from "#platform/server/context.ts";
import { changeRequestRecipient } from "./remind-waiting-requests.ts";
import { listChargeFaults, listOrderFaults } from "./charge-fault-queries.ts";
import { areInOpenRequest } from "./parcel-queries.ts";
import { enqueueResume, enqueueReminders } from "./resume-waiting-requests.ts";

/** What ship requests answer and do for modules below. */
export const shipRequestListeners = {
  areRequested: areInOpenRequest,
  recipientChanged: changeRequestRecipient,
  laneSuspended: enqueueReminders,
  moneyAvailable: enqueueResume,
  orderFaultsOf: listOrderFaults,
  chargeFaultsOf: listChargeFaults,
} satisfies Partial<Listeners>;
