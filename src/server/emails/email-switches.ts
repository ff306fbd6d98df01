// Says which letters a person can turn off, by which of the notification switches, and which staff can for everybody.
import type { NotificationSettings } from "#contract/users.ts";
import type { NotificationSwitch } from "#server/settings/notification-recipients.ts";
import type { Email } from "./email.ts";

/** A switch of the person's settings, or `always`: letters about the account itself or about money that was asked or taken back, which go in any case. */
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
  "deposit-refunded": "always",
  "deposit-disputed": "always",
  "email-confirmation": "always",
  "email-changed": "always",
  "account-suspended": "always",
  "account-restored": "always",
  "payout-requested": "always",
  "payout-settled": "always",
  "package-moved": "shipmentUpdates",
  "staff-shipments": "shipmentUpdates",
  "staff-payments": "emailNotifications",
};

/**
 * The platform's switch over the letters that a person's switch stands for; null: staff cannot turn them off. What a
 * person cannot turn off, such as a letter about a payment that failed, staff cannot either.
 */
export const settingSwitches: Readonly<Record<EmailSwitch, NotificationSwitch | null>> = {
  emailNotifications: "paymentNotifications",
  shipmentUpdates: "shipmentNotifications",
  marketingEmails: null,
  always: null,
};
