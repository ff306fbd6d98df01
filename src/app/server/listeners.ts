// Who listens to what the modules announce.
import { accountParts } from "./account-parts.ts";
import type { Listeners } from "#platform/server/context.ts";
import { accountListeners } from "#people/server/auth/listeners.ts";
import { suggestedBox } from "#shipping/server/boxes/suggested-box.ts";
import { listActiveStaff } from "#people/server/db/active-members.ts";
import { extraServiceListeners } from "#shipping/server/extra-services/listeners.ts";
import { suggestedService } from "#shipping/server/extra-services/suggested-service.ts";
import { giveParcelsToHub } from "#goods/server/inbound-parcels/give-parcels-to-hub.ts";
import { subjectListeners } from "#goods/server/notifications/listeners.ts";
import {
  findAccountOfAddress,
  listEmailAccounts,
} from "#notices/server/notifications/preferences/email-accounts.ts";
import { listUnreferencedKeys } from "./packages/files/remove-orphan-files.ts";
import { packageListeners } from "#goods/server/packages/listeners.ts";
import { enqueueResume } from "#shipping/server/ship-requests/enqueue-continuation.ts";
import { shipRequestListeners } from "#shipping/server/ship-requests/listeners.ts";
import { lengthenStorage } from "#goods/server/storage-rates/lengthen-storage.ts";
import { suggestedRates } from "#goods/server/storage-rates/suggested-rates.ts";
import { holderListeners } from "#goods/server/tracking/listeners.ts";
import { userListeners } from "#people/server/users/listeners.ts";
import { walletListeners } from "#money/server/wallet/listeners.ts";
import { warehouseListeners } from "#catalogue/server/warehouses/listeners.ts";

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
    await enqueueResume(services, db, customer.userId);
  },
};
