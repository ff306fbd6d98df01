// Who listens to what the modules announce.
import { accountParts } from "./account-parts.ts";
import type { Listeners } from "./context.ts";
import { accountListeners } from "./auth/listeners.ts";
import { suggestedBox } from "./boxes/suggested-box.ts";
import { listActiveStaff } from "./db/active-members.ts";
import { extraServiceListeners } from "./extra-services/listeners.ts";
import { suggestedService } from "./extra-services/suggested-service.ts";
import { giveParcelsToHub } from "./inbound-parcels/give-parcels-to-hub.ts";
import { subjectListeners } from "./notifications/listeners.ts";
import {
  findAccountOfAddress,
  listEmailAccounts,
} from "./notifications/preferences/email-accounts.ts";
import { listUnreferencedKeys } from "./packages/files/remove-orphan-files.ts";
import { packageListeners } from "./packages/listeners.ts";
import { enqueueContinuation } from "./ship-requests/enqueue-continuation.ts";
import { shipRequestListeners } from "./ship-requests/listeners.ts";
import { lengthenStorage } from "./storage-rates/lengthen-storage.ts";
import { suggestedRates } from "./storage-rates/suggested-rates.ts";
import { holderListeners } from "./tracking/listeners.ts";
import { userListeners } from "./users/listeners.ts";
import { walletListeners } from "./wallet/listeners.ts";
import { warehouseListeners } from "./warehouses/listeners.ts";

export const listeners: Listeners = {
  accountParts,
  activeStaff: listActiveStaff,
  unreferencedKeys: listUnreferencedKeys,
  emailAccounts: listEmailAccounts,
  accountOfAddress: findAccountOfAddress,
  ...accountListeners,
  ...extraServiceListeners,
  ...holderListeners,
  ...packageListeners,
  ...shipRequestListeners,
  ...subjectListeners,
  ...userListeners,
  ...walletListeners,
  ...warehouseListeners,
  suggestionHandlers: {
    storage_rates: suggestedRates,
    extra_service: suggestedService,
    box: suggestedBox,
  },
  warehouseSaved: giveParcelsToHub,
  planStarted: async (services, db, customer) => {
    await lengthenStorage(db, customer, services.now());
    await enqueueContinuation(services, db, customer.userId);
  },
};
