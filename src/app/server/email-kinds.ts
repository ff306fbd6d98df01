// The emails of all modules.
import type { EmailKinds } from "#platform/server/emails/email.ts";
import { accountEmailKinds } from "#people/server/emails/account-emails.ts";
import { caseEmailKinds } from "#office/server/emails/case-emails.ts";
import { digestEmailKinds } from "#office/server/emails/admin-digest-emails.ts";
import { chargeEmailKinds } from "#money/server/emails/charge-emails.ts";
import {
  claimEmailKinds,
  parcelEmailKinds,
  removedEmailKinds,
} from "#goods/server/emails/parcel-emails.ts";
import { proofEmailKinds } from "#goods/server/emails/proof-emails.ts";
import { paymentEmailKinds } from "#money/server/emails/payment-emails.ts";
import { shipRequestEmailKinds } from "#shipping/server/emails/ship-request-emails.ts";
import { newsDigestEmailKinds } from "#goods/server/emails/digest-emails.ts";
import { packageEmailKinds } from "#goods/server/emails/package-emails.ts";

export const emailKinds: EmailKinds = {
  ...accountEmailKinds,
  ...paymentEmailKinds,
  ...chargeEmailKinds,
  ...packageEmailKinds,
  ...parcelEmailKinds,
  ...claimEmailKinds,
  ...removedEmailKinds,
  ...proofEmailKinds,
  ...newsDigestEmailKinds,
  ...shipRequestEmailKinds,
  ...caseEmailKinds,
  ...digestEmailKinds,
};
