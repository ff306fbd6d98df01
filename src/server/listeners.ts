// Who listens to what the modules announce.
import type { Listeners } from "./context.ts";
import { giveParcelsToHub } from "./inbound-parcels/give-parcels-to-hub.ts";
import {
  findAccountOfAddress,
  listEmailAccounts,
} from "./notifications/preferences/email-accounts.ts";

import { listActiveStaff } from "./db/active-members.ts";
import { listUnreferencedKeys } from "./packages/files/remove-orphan-files.ts";

export const listeners: Listeners = {
  activeStaff: listActiveStaff,
  unreferencedKeys: listUnreferencedKeys,
  emailAccounts: listEmailAccounts,
  accountOfAddress: findAccountOfAddress,
  warehouseSaved: giveParcelsToHub,
};
