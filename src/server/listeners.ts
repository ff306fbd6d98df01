// Who listens to what the modules announce.
import type { Listeners } from "./context.ts";
import { giveParcelsToHub } from "./inbound-parcels/give-parcels-to-hub.ts";
import {
  findAccountId,
  listEmailAccounts,
} from "./notifications/preferences/email-account-queries.ts";

import { listActiveStaff } from "./db/active-members.ts";
import { listUnreferencedKeys } from "./packages/files/remove-orphan-files.ts";

export const listeners: Listeners = {
  activeStaff: listActiveStaff,
  unreferencedKeys: listUnreferencedKeys,
  emailAccounts: listEmailAccounts,
  accountOfAddress: findAccountId,
  warehouseSaved: giveParcelsToHub,
};
