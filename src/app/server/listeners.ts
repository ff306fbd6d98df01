// Who listens to what the modules announce.
import { accountParts } from "./account-parts.ts";
import type { Listeners } from "#platform/server/context.ts";
import { accountListeners } from "#people/server/auth/listeners.ts";
import { suggestedBox } from "#shipping/server/boxes/boxes.ts";
import { listActiveStaff } from "#people/server/db/members.ts";
import { shippingListeners } from "#shipping/server/listeners.ts";
import { suggestedService } from "#shipping/server/extra-services/extra-services.ts";
import { goodsListeners } from "#goods/server/listeners.ts";
import {
  findAccountOfAddress,
  listEmailAccounts,
} from "#notices/server/notifications/preferences.ts";
import { listUnreferencedKeys } from "./packages/files/files.ts";
import { enqueueResume } from "#shipping/server/ship-requests/resume-waiting-requests.ts";
import { lengthenStorage, suggestedRates } from "#goods/server/storage-rates/storage.ts";
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
  ...shippingListeners,
  ...goodsListeners,
  ...userListeners,
  ...walletListeners,
  ...warehouseListeners,
  suggestionHandlers: {
    storage_rates: suggestedRates,
    extra_service: suggestedService,
    box: suggestedBox,
  },
  planStarted: async (services, db, customer) => {
    await lengthenStorage(db, customer, services.now());
    await enqueueResume(services, db, customer.userId);
  },
};
