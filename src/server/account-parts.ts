// What closing, erasing and exporting an account is made of, in the order in which its parts are erased.
import type { AccountPart } from "./account-part.ts";
import { emailPart } from "./emails/account-part.ts";
import { errorReportPart } from "./error-reports/account-part.ts";
import { platformPart } from "./limits/account-part.ts";
import { notificationPart } from "./notifications/account-part.ts";
import { goodsPart } from "./packages/account-part.ts";
import { shippingPart } from "./ship-requests/account-part.ts";
import { customerPart } from "./stripe-customers/account-part.ts";
import { trackingPart } from "./tracking/account-part.ts";
import { accountPart } from "./users/account-part.ts";
import { officePart } from "./users/closing/account-part.ts";
import { moneyPart } from "./wallet/account-part.ts";
import { cataloguePart } from "./warehouses/account-part.ts";

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
