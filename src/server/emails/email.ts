// Every email and its fields.
import * as z from "zod";
import { amountCents, planName, time } from "#contract/fields.ts";
import { chargeEmails } from "./charge-emails.ts";
import { claimEmails } from "./claim-emails.ts";
import { parcelEmails } from "./parcel-emails.ts";
import { paymentEmails } from "./payment-emails.ts";
import { accountEmails } from "./account-emails.ts";
import { shipRequestEmails } from "./ship-request-emails.ts";
import { shipmentEmails } from "./shipment-emails.ts";
import { digestEmails } from "./admin-digest-emails.ts";

const link = z.url({ protocol: /^https?$/ });
const minutes = z.int().positive();

/** Links are absolute and include their single-use tokens. */
export const emailSchema = z.discriminatedUnion("name", [
  z.strictObject({ name: z.literal("verify-email"), url: link, worksForMinutes: minutes }),
  z.strictObject({ name: z.literal("account-exists"), signInUrl: link }),
  z.strictObject({ name: z.literal("sign-up-unfinished"), signInUrl: link }),
  z.strictObject({ name: z.literal("reset-password"), url: link, worksForMinutes: minutes }),
  z.strictObject({ name: z.literal("password-changed"), signInUrl: link }),
  z.strictObject({
    name: z.literal("two-factor-changed"),
    isEnabled: z.boolean(),
    settingsUrl: link,
  }),
  z.strictObject({ name: z.literal("account-closed") }),
  z.strictObject({
    name: z.literal("plan-started"),
    plan: planName,
    rereportedAt: time,
    dashboardUrl: link,
  }),
  z.strictObject({
    name: z.literal("deposit-received"),
    amountCents,
    balanceCents: amountCents,
    walletUrl: link,
  }),
  ...paymentEmails,
  ...chargeEmails,
  ...accountEmails,
  ...shipmentEmails,
  ...shipRequestEmails,
  ...parcelEmails,
  ...claimEmails,
  ...digestEmails,
]);

export type Email = z.infer<typeof emailSchema>;
