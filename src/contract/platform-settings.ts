// What staff may ask about the platform's settings: the switches, and how the payment provider is reached.
import * as z from "zod";
import { nothing, secretText, text } from "./fields.ts";
import { procedure } from "./procedure.ts";

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

const settings = z.object({
  allowNewRegistrations: z.boolean(),
  maintenanceMode: z.boolean().describe("Only admins can access"),
  shipmentNotifications: z.boolean(),
  paymentNotifications: z.boolean(),
  payment: paymentAccess,
});
export type PlatformSettings = z.infer<typeof settings>;

const area = "platform";

export const platformSettings = {
  readSettings: procedure({
    method: "GET",
    path: "/admin/settings",
    door: "admin",
    area,
    summary: "The platform's settings",
  })
    .input(nothing)
    .output(settings),

  changeSetting: procedure({
    method: "PUT",
    path: "/admin/settings/{setting}",
    door: "admin",
    area,
    summary: "Turn one switch, which every server obeys within a second",
  })
    .input(z.strictObject({ setting: z.enum(settingNames), isEnabled: z.boolean() }))
    .output(settings),

  savePaymentAccess: procedure({
    method: "PUT",
    path: "/admin/payment-access",
    door: "admin",
    area,
    summary: "Save the payment provider's key, once the provider has taken it; used at once",
    refuses: [
      "fresh_proof_required",
      "conflict",
      "invalid_provider_key",
      "invalid_webhook_secret",
      "endpoint_not_allowed",
      "provider_key_refused",
      "provider_not_reached",
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
    .output(settings),

  removePaymentAccess: procedure({
    method: "DELETE",
    path: "/admin/payment-access",
    door: "admin",
    area,
    summary: "Forget the saved key; the environment's or the sandbox is used again",
    refuses: ["fresh_proof_required", "conflict", "not_found"],
  })
    .input(z.strictObject({ version: z.coerce.number().int() }))
    .output(settings),
};
