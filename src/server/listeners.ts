// Who listens to what the modules announce.
import type { Listeners } from "./context.ts";
import { extraServiceListeners } from "./extra-services/listeners.ts";
import { giveParcelsToHub } from "./inbound-parcels/give-parcels-to-hub.ts";
import { packageListeners } from "./packages/listeners.ts";
import { enqueueContinuation } from "./ship-requests/enqueue-continuation.ts";
import { shipRequestListeners } from "./ship-requests/listeners.ts";
import { lengthenStorage } from "./storage-rates/lengthen-storage.ts";

export const listeners: Listeners = {
  ...extraServiceListeners,
  ...packageListeners,
  ...shipRequestListeners,
  warehouseSaved: giveParcelsToHub,
  planStarted: async (services, db, customer) => {
    await lengthenStorage(db, customer, services.now());
    await enqueueContinuation(services, db, customer.userId);
  },
};
