// The emails of all modules.
import type { EmailKinds } from "./emails/email.ts";
import { accountEmailKinds } from "./emails/account-emails.ts";
import { digestEmailKinds } from "./emails/admin-digest-emails.ts";
import { chargeEmailKinds } from "./emails/charge-emails.ts";
import { claimEmailKinds } from "./emails/claim-emails.ts";
import { parcelEmailKinds } from "./emails/parcel-emails.ts";
import { paymentEmailKinds } from "./emails/payment-emails.ts";
import { shipRequestEmailKinds } from "./emails/ship-request-emails.ts";
import { shipmentEmailKinds } from "./emails/shipment-emails.ts";

export const emailKinds: EmailKinds = {
  ...accountEmailKinds,
  ...paymentEmailKinds,
  ...chargeEmailKinds,
  ...shipmentEmailKinds,
  ...parcelEmailKinds,
  ...claimEmailKinds,
  ...shipRequestEmailKinds,
  ...digestEmailKinds,
};
