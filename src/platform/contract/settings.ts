import * as z from "zod";
import {
  operatorDetails,
  paymentAccessSources,
  paymentModes,
  settingNames,
  trackingAccessSources,
} from "#platform/rules/setting.ts";
import { nothing, secretText, text } from "./fields.ts";
import { procedure } from "./procedure.ts";

const publicSettingsSchema = z.object({
  isSandbox: z.boolean().describe("No real money moves"),
  hasSandboxMailbox: z.boolean(),
  supportEmail: z.string().nullable(),
  isInMaintenance: z.boolean().describe("Only staff can access"),
  isRegistrationOpen: z.boolean(),
  hasWarehouse: z.boolean().describe("A warehouse has been open once"),
});
publicSettingsSchema.register(z.globalRegistry, { id: "PublicSettings" });

export type PublicSettings = z.infer<typeof publicSettingsSchema>;

const paymentAccess = z.object({
  source: z
    .enum(paymentAccessSources)
    .describe("Where the key in use comes from; unreadable: encrypted under another SECRET"),
  mode: z.enum(paymentModes),
  keyLastFour: z.string().nullable(),
  webhookSecretLastFour: z.string().nullable(),
  endpoint: z.string(),
  version: z.int().describe("Increases with every change"),
});
paymentAccess.register(z.globalRegistry, { id: "PaymentAccess" });

export type PaymentAccessFacts = z.infer<typeof paymentAccess>;

const trackingAccess = z.object({
  source: z
    .enum(trackingAccessSources)
    .describe("Where the key in use comes from; none: staff type what carriers say"),
  keyLastFour: z.string().nullable(),
  version: z.int().describe("Increases with every change"),
});
trackingAccess.register(z.globalRegistry, { id: "TrackingAccess" });

export type TrackingAccessFacts = z.infer<typeof trackingAccess>;

const settingValues = z.object({
  allowNewRegistrations: z.boolean(),
  maintenanceMode: z.boolean().describe("Only staff can access"),
  shipmentNotifications: z.boolean(),
  paymentNotifications: z.boolean(),
  payment: paymentAccess,
  tracking: trackingAccess,
  missingOperatorDetails: z
    .array(z.enum(operatorDetails))
    .describe("What the environment does not say about who runs the service"),
  programVersion: z.string().describe("The release that runs, such as 1.0.0"),
});
settingValues.register(z.globalRegistry, { id: "Settings" });

export type SettingsRecord = z.infer<typeof settingValues>;

export const settings = {
  readPublicSettings: procedure({
    method: "GET",
    path: "/public-settings",
    access: "public",
    summary: "Read the settings that every page needs",
    description: "Needs no session and changes nothing. The response has no secrets.",
  })
    .input(nothing)
    .output(publicSettingsSchema),

  readSettings: procedure({
    method: "GET",
    path: "/admin/settings",
    access: "admin",
    summary: "Read all settings",
    description:
      "Of the payment provider's key and webhook secret, only the last four characters are returned.",
  })
    .input(nothing)
    .output(settingValues),

  changeSetting: procedure({
    method: "PUT",
    path: "/admin/settings/{setting}",
    access: "admin",
    actsOn: "none",
    audit: { field: "setting" },
    summary: "Turn a setting on or off; every server applies it within a second",
    description:
      "Returns all settings. A setting that already has the value stays as it is; the audit log records a change.",
  })
    .input(z.strictObject({ setting: z.enum(settingNames), isEnabled: z.boolean() }))
    .output(settingValues),

  savePaymentAccess: procedure({
    method: "PUT",
    path: "/admin/payment-access",
    access: "admin",
    actsOn: "none",
    reauthentication: true,
    transaction: "own",
    audit: { name: "payment" },
    expectsVersion: true,
    summary: "Save the payment provider key after the provider has accepted it; used immediately",
    description:
      "Needs the `expectedVersion` that was read and a password confirmation within 15 minutes. Key and secret are stored encrypted.",
    errors: [
      "invalid_provider_key",
      "invalid_webhook_secret",
      "endpoint_not_allowed",
      "provider_key_rejected",
      "provider_unreachable",
    ],
  })
    .input(
      z.strictObject({
        secretKey: secretText(256).describe("Empty: keep the saved one"),
        webhookSecret: secretText(256).describe("Empty: keep the saved one"),
        endpoint: text(300).describe("Empty: the provider's default"),
        expectedVersion: z.int(),
      }),
    )
    .output(settingValues),

  removePaymentAccess: procedure({
    method: "DELETE",
    path: "/admin/payment-access",
    access: "admin",
    actsOn: "none",
    reauthentication: true,
    transaction: "own",
    audit: { name: "payment" },
    expectsVersion: true,
    summary: "Delete the saved key; the one from the environment, or the sandbox, is used again",
    description:
      "Needs the `expectedVersion` that was read and a password confirmation within 15 minutes.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ expectedVersion: z.coerce.number().int() }))
    .output(settingValues),

  saveTrackingKey: procedure({
    method: "PUT",
    path: "/admin/tracking-key",
    access: "admin",
    actsOn: "none",
    reauthentication: true,
    transaction: "own",
    audit: { name: "tracking" },
    expectsVersion: true,
    summary: "Save the tracking provider key after the provider has accepted it",
    description:
      "Needs the `expectedVersion` that was read and a password confirmation within 15 minutes. The key is stored encrypted.",
    errors: ["invalid_tracking_key", "tracking_key_rejected", "tracking_provider_unreachable"],
  })
    .input(z.strictObject({ apiKey: secretText(256), expectedVersion: z.int() }))
    .output(settingValues),

  removeTrackingKey: procedure({
    method: "DELETE",
    path: "/admin/tracking-key",
    access: "admin",
    actsOn: "none",
    reauthentication: true,
    transaction: "own",
    audit: { name: "tracking" },
    expectsVersion: true,
    summary:
      "Delete the saved tracking key; the one from the environment, or the sandbox, is used again",
    description:
      "Needs the `expectedVersion` that was read and a password confirmation within 15 minutes.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ expectedVersion: z.coerce.number().int() }))
    .output(settingValues),
};
