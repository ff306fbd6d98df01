// The operator's settings, those that every page needs among them, and how the payment provider is reached.
import * as z from "zod";
import { nothing, secretText, text } from "./fields.ts";
import { procedure } from "./procedure.ts";

const publicSettingsSchema = z.object({
  isSandbox: z.boolean().describe("No real money moves"),
  hasSandboxMailbox: z.boolean(),
  supportEmail: z.string().nullable(),
  isInMaintenance: z.boolean().describe("Only admins can access"),
  isRegistrationOpen: z.boolean(),
});

export type PublicSettings = z.infer<typeof publicSettingsSchema>;

/** The switches, as section 3 of the specification names them. */
export const settingNames = [
  "allowNewRegistrations",
  "maintenanceMode",
  "shipmentNotifications",
  "paymentNotifications",
] as const;

export type SettingName = (typeof settingNames)[number];

const paymentAccess = z.object({
  source: z
    .enum(["settings", "environment", "sandbox", "unreadable"])
    .describe("Where the key in use comes from; unreadable: saved under another SECRET"),
  mode: z.enum(["live", "test"]),
  keyLastFour: z.string().nullable(),
  webhookSecretLastFour: z.string().nullable(),
  endpoint: z.string(),
  version: z.int().describe("Goes up with every change"),
});

export type PaymentAccessFacts = z.infer<typeof paymentAccess>;

const settingValues = z.object({
  allowNewRegistrations: z.boolean(),
  maintenanceMode: z.boolean().describe("Only admins can access"),
  shipmentNotifications: z.boolean(),
  paymentNotifications: z.boolean(),
  payment: paymentAccess,
});

export type SettingsRecord = z.infer<typeof settingValues>;

export const settings = {
  readPublicSettings: procedure({
    method: "GET",
    path: "/platform",
    access: "public",
    summary: "Facts that every page needs",
  })
    .input(nothing)
    .output(publicSettingsSchema),

  readSettings: procedure({
    method: "GET",
    path: "/admin/settings",
    access: "admin",
    summary: "The platform's settings",
  })
    .input(nothing)
    .output(settingValues),

  changeSetting: procedure({
    method: "PUT",
    path: "/admin/settings/{setting}",
    access: "admin",
    summary: "Turn one switch, which every server obeys within a second",
  })
    .input(z.strictObject({ setting: z.enum(settingNames), isEnabled: z.boolean() }))
    .output(settingValues),

  savePaymentAccess: procedure({
    method: "PUT",
    path: "/admin/payment-access",
    access: "admin",
    summary: "Save the payment provider's key, once the provider has taken it; used at once",
    errors: [
      "reauthentication_required",
      "conflict",
      "invalid_provider_key",
      "invalid_webhook_secret",
      "endpoint_not_allowed",
      "provider_key_rejected",
      "provider_unreachable",
    ],
  })
    .input(
      z.strictObject({
        secretKey: secretText(256).describe("Empty: the one that is saved"),
        webhookSecret: secretText(256).describe("Empty: the one that is saved"),
        endpoint: text(300).describe("Empty: the provider's own"),
        version: z.int(),
      }),
    )
    .output(settingValues),

  removePaymentAccess: procedure({
    method: "DELETE",
    path: "/admin/payment-access",
    access: "admin",
    summary: "Forget the saved key; the environment's or the sandbox is used again",
    errors: ["reauthentication_required", "conflict", "not_found"],
  })
    .input(z.strictObject({ version: z.coerce.number().int() }))
    .output(settingValues),
};
