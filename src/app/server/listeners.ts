// Who listens to what the modules announce.
import type { AccountPart } from "#platform/server/account-part.ts";
import type { Listeners } from "#platform/server/context.ts";
import { peopleListeners } from "#people/server/listeners.ts";
import { suggestedBox } from "#shipping/server/boxes/boxes.ts";
import { extraServiceListeners } from "#shipping/server/extra-services/listeners.ts";
import { suggestedService } from "#shipping/server/extra-services/extra-services.ts";
import { giveParcelsToHub } from "#goods/server/inbound-parcels/parcels-of-package.ts";
import { subjectListeners } from "#goods/server/notifications/listeners.ts";
import { noticesListeners } from "#notices/server/listeners.ts";
import { listUnreferencedKeys } from "./packages/files/files.ts";
import { packageListeners } from "#goods/server/packages/listeners.ts";
import { enqueueResume } from "#shipping/server/ship-requests/resume-waiting-requests.ts";
import { shipRequestListeners } from "#shipping/server/ship-requests/listeners.ts";
import { lengthenStorage } from "#goods/server/storage-rates/storage.ts";
import { suggestedRates } from "#goods/server/storage-rates/storage-rates.ts";
import { holderListeners } from "#goods/server/tracking/listeners.ts";
import { moneyListeners } from "#money/server/listeners.ts";
import { catalogueListeners } from "#catalogue/server/listeners.ts";
import { cataloguePart } from "#catalogue/server/account-part.ts";
import { goodsPart } from "#goods/server/packages/account-part.ts";
import { moneyPart } from "#money/server/account-part.ts";
import { noticesPart } from "#notices/server/account-part.ts";
import { officePart } from "#office/server/account-part.ts";
import { peoplePart } from "#people/server/account-part.ts";
import { platformPart } from "#platform/server/account-part.ts";
import { shippingPart } from "#shipping/server/ship-requests/account-part.ts";
import { trackingPart } from "#tracking/server/account-part.ts";

/**
 * What closing, erasing and exporting an account is made of, in the order in which its parts are erased. Files go with those
 * of shipping and goods, so that nothing that may fail comes after them.
 */
export const accountParts: readonly AccountPart[] = [
  peoplePart,
  noticesPart,
  moneyPart,
  platformPart,
  trackingPart,
  cataloguePart,
  officePart,
  shippingPart,
  goodsPart,
];

export const listeners: Listeners = {
  accountParts,
  unreferencedKeys: listUnreferencedKeys,
  ...catalogueListeners,
  ...extraServiceListeners,
  ...holderListeners,
  ...moneyListeners,
  ...noticesListeners,
  ...packageListeners,
  ...peopleListeners,
  ...shipRequestListeners,
  ...subjectListeners,
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
