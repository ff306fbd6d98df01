// Who listens to what the modules announce.
import type { Listeners } from "./context.ts";
import { giveParcelsToHub } from "./inbound-parcels/give-parcels-to-hub.ts";
import {
  findAccountId,
  listEmailAccounts,
} from "./notifications/preferences/email-account-queries.ts";

export const listeners: Listeners = {
  emailAccounts: listEmailAccounts,
  accountOfAddress: findAccountId,
  warehouseSaved: giveParcelsToHub,
};
