// Who listens to what the modules announce.
import { accountParts } from "./account-parts.ts";
import type { Listeners } from "#platform/server/context.ts";
import { accountListeners } from "#people/server/listeners.ts";
import { suggestedBox } from "#shipping/server/boxes/boxes.ts";
import { listActiveStaff } from "#people/server/db/members.ts";
import { extraServiceListeners } from "#shipping/server/extra-services/listeners.ts";
import { suggestedService } from "#shipping/server/extra-services/extra-services.ts";
import { giveParcelsToHub } from "#goods/server/inbound-parcels/parcels-of-package.ts";
import { subjectListeners } from "#goods/server/notifications/listeners.ts";
import {
  findAccountOfAddress,
  listEmailAccounts,
} from "#notices/server/notifications/preferences.ts";
import { listUnreferencedKeys } from "./packages/files/files.ts";
import { packageListeners } from "#goods/server/packages/listeners.ts";
import { enqueueResume } from "#shipping/server/ship-requests/resume-waiting-requests.ts";
import { shipRequestListeners } from "#shipping/server/ship-requests/listeners.ts";
import { lengthenStorage } from "#goods/server/storage-rates/storage.ts";
import { suggestedRates } from "#goods/server/storage-rates/storage-rates.ts";
import { holderListeners } from "#goods/server/tracking/listeners.ts";
import { userListeners } from "#people/server/users/listeners.ts";
import { walletListeners } from "#money/server/listeners.ts";
import { warehouseListeners } from "#catalogue/server/listeners.ts";

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
