// Which of the user's notification settings, and which of the operator's settings, turn an email off.
import type { NotificationSettings } from "#contract/users.ts";
import type { NotificationSetting } from "#server/settings/are-notifications-enabled.ts";
import type { Email } from "./email.ts";

/** `always`: an email about the account itself, about what was requested of us, about money taken back, about damage and goods that close services, or about what storage costs, which cannot be turned off. */
type EmailSwitch = keyof NotificationSettings | "always";

export const emailSwitches: Readonly<Record<Email["name"], EmailSwitch>> = {
  "verify-email": "always",
  "account-exists": "always",
  "sign-up-unfinished": "always",
  "reset-password": "always",
  "password-changed": "always",
  "two-factor-changed": "always",
  "account-closed": "always",
  "plan-started": "emailNotifications",
  "deposit-received": "emailNotifications",
  "plan-renewed": "emailNotifications",
  "payment-failed": "always",
  "plan-canceled": "always",
  "plan-resumed": "always",
  "plan-ended": "always",
  "wallet-charged": "emailNotifications",
  "low-balance": "emailNotifications",
  "deposit-refunded": "always",
  "deposit-disputed": "always",
  "email-confirmation": "always",
  "email-changed": "always",
  "account-suspended": "always",
  "account-restored": "always",
  "role-granted": "always",
  "role-ended": "always",
  "payout-requested": "always",
  "payout-settled": "always",
  "package-moved": "shipmentUpdates",
  "parcels-received": "shipmentUpdates",
  "parcel-attention": "always",
  "storage-reminder": "always",
  "claim-decided": "always",
  "shipments-digest": "shipmentUpdates",
  "payments-digest": "emailNotifications",
};

/** The setting that turns such emails off for everyone; null: admins cannot turn off what a user cannot turn off. */
export const settingSwitches: Readonly<Record<EmailSwitch, NotificationSetting | null>> = {
  emailNotifications: "paymentNotifications",
  shipmentUpdates: "shipmentNotifications",
  marketingEmails: null,
  always: null,
};
