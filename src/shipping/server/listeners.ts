import type { Listeners } from "#platform/server/context.ts";
import { endLeftOrders, lockOrdersOfPackages } from "./extra-services/order-ends.ts";
import { readOrdersOfHolds, readOwnOrders } from "./extra-services/orders.ts";
import {
  boxPhotoOf,
  findOpenRequestOf,
  listChargeFaults,
  listOrderFaults,
  listSentPackages,
  packageIdsOfNumber,
  updateHoldOfOrder,
} from "./listener-queries.ts";
import { followGoods } from "./ship-requests/change-declaration.ts";
import { leaveRequest } from "./ship-requests/leave-request.ts";
import { changeRequestRecipient } from "./ship-requests/remind-waiting-requests.ts";
import { countClosedRequests } from "./ship-requests/count-closed-requests.ts";
import { enqueueRecheck } from "./ship-requests/recheck-goods.ts";
import { enqueueReminders, enqueueResume } from "./ship-requests/resume-waiting-requests.ts";
import { readServicesOfParcel } from "./ship-requests/services-of-parcel.ts";

/** What ship requests and orders of extra services answer and do for modules below. */
export const shippingListeners = {
  requestOf: findOpenRequestOf,
  boxPhotoOf,
  sentPackages: listSentPackages,
  packageIdsOfNumber,
  recipientChanged: changeRequestRecipient,
  laneChanged: enqueueReminders,
  goodsRecorded: enqueueRecheck,
  requestsClosedBy: countClosedRequests,
  moneyAvailable: enqueueResume,
  orderFaultsOf: listOrderFaults,
  chargeFaultsOf: listChargeFaults,
  goodsLeft: endLeftOrders,
  parcelTaken: leaveRequest,
  goodsChanged: followGoods,
  packagesMoving: lockOrdersOfPackages,
  ordersOfSubject: readOwnOrders,
  servicesOfParcel: readServicesOfParcel,
  holdReplaced: updateHoldOfOrder,
  ordersOfHolds: readOrdersOfHolds,
} satisfies Partial<Listeners>;
