// Who listens to what the modules announce.
import type { Listeners } from "./context.ts";
import { giveParcelsToHub } from "./inbound-parcels/give-parcels-to-hub.ts";

export const listeners: Listeners = {
  warehouseSaved: giveParcelsToHub,
};
