// Who listens to what the modules announce.
import type { AccountPart } from "#platform/server/account-part.ts";
import type { Listeners } from "#platform/server/context.ts";
import { peopleListeners } from "#people/server/listeners.ts";
import { suggestedBox } from "#shipping/server/boxes/boxes.ts";
import { suggestedService } from "#shipping/server/extra-services/extra-services.ts";
import { noticesListeners } from "#notices/server/listeners.ts";
import { fileRules } from "./file-rules.ts";
import { enqueueResume } from "#shipping/server/ship-requests/resume-waiting-requests.ts";
import { goodsListeners } from "#goods/server/listeners.ts";
import { lengthenStorage, suggestedRates } from "#goods/server/storage-rates/storage.ts";
import { shippingListeners } from "#shipping/server/listeners.ts";
import { moneyListeners } from "#money/server/listeners.ts";
import { catalogueListeners } from "#catalogue/server/listeners.ts";
import { cataloguePart } from "#catalogue/server/account-part.ts";
import { goodsPart } from "#goods/server/account-part.ts";
import { moneyPart } from "#money/server/account-part.ts";
import { noticesPart } from "#notices/server/account-part.ts";
import { officePart } from "#office/server/account-part.ts";
import { peoplePart } from "#people/server/account-part.ts";
import { platformPart } from "#platform/server/account-part.ts";
import { shippingPart } from "#shipping/server/account-part.ts";
import { trackingPart } from "#tracking/server/account-part.ts";

/**
 * What closing, erasing and exporting an account is made of, in the order in which its parts are erased.
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
  fileRules,
  ...catalogueListeners,
  ...goodsListeners,
  ...moneyListeners,
  ...noticesListeners,
  ...peopleListeners,
  ...shippingListeners,
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
