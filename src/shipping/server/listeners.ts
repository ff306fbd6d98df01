import type { Listeners } from "#platform/server/context.ts";
import { changeRequestRecipient } from "./ship-requests/remind-waiting-requests.ts";
import { listChargeFaults, listOrderFaults } from "./listener-queries.ts";
import { areInOpenRequest } from "./ship-requests/parcel-queries.ts";
import { enqueueResume, enqueueReminders } from "./ship-requests/resume-waiting-requests.ts";

/** What ship requests answer and do for modules below. */
export const shipRequestListeners = {
  areRequested: areInOpenRequest,
  recipientChanged: changeRequestRecipient,
  laneSuspended: enqueueReminders,
  moneyAvailable: enqueueResume,
  orderFaultsOf: listOrderFaults,
  chargeFaultsOf: listChargeFaults,
} satisfies Partial<Listeners>;
