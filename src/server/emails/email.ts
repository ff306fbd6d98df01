// The letters there are, and what each is filled in with.
import * as z from "zod";
import { amountCents, planName, time } from "#contract/fields.ts";
import { moneyEmails } from "./payment-emails.ts";
import { adminEmails } from "./account-emails.ts";
import { shipmentEmails } from "./shipment-emails.ts";
import { staffEmails } from "./admin-digest-emails.ts";

const link = z.url({ protocol: /^https?$/ });
const minutes = z.int().positive();

/** Links are absolute and come with their single-use tokens; `…ForMinutes` is how long they work. */
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
    renewsAt: time,
    dashboardUrl: link,
  }),
  z.strictObject({
    name: z.literal("deposit-received"),
    amountCents,
    balanceCents: amountCents,
    walletUrl: link,
  }),
  ...moneyEmails,
  ...adminEmails,
  ...shipmentEmails,
  ...staffEmails,
]);

/** One letter to be written: its name and what goes into it. */
export type Email = z.infer<typeof emailSchema>;
