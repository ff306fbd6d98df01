// What closing, erasing and exporting an account is made of, in the order in which its parts are erased.
import type { AccountPart } from "#platform/server/account-part.ts";
import { emailPart } from "#platform/server/emails/account-part.ts";
import { errorReportPart } from "#platform/server/error-reports/account-part.ts";
import { platformPart } from "#platform/server/limits/account-part.ts";
import { notificationPart } from "#notices/server/account-part.ts";
import { goodsPart } from "#goods/server/packages/account-part.ts";
import { shippingPart } from "#shipping/server/ship-requests/account-part.ts";
import { customerPart } from "#money/server/stripe-customers/stripe-customers.ts";
import { trackingPart } from "#tracking/server/account-part.ts";
import { accountPart } from "#people/server/account-part.ts";
import { officePart } from "#office/server/account-part.ts";
import { moneyPart } from "#money/server/account-part.ts";
import { cataloguePart } from "#catalogue/server/account-part.ts";

/** The parts of an account. Files go with those of shipping and goods, so that nothing that may fail comes after them. */
export const accountParts: readonly AccountPart[] = [
  accountPart,
  notificationPart,
  emailPart,
  errorReportPart,
  moneyPart,
  customerPart,
  platformPart,
  trackingPart,
  cataloguePart,
  officePart,
  shippingPart,
  goodsPart,
];
