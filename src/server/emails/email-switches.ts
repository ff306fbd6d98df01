// Which of the user's notification settings, and which of the operator's settings, turn an email off.
import type { NotificationSettings } from "#contract/notification-settings.ts";
import type { NotificationSetting } from "#server/settings/are-notifications-enabled.ts";
import type { NotificationKind } from "#core/notification.ts";
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
  "package-reported": "shipmentUpdates",
  "ship-request": "always",
  "parcels-received": "shipmentUpdates",
  "parcel-attention": "always",
  "storage-reminder": "always",
  "claim-decided": "always",
  "shipments-digest": "shipmentUpdates",
  "payments-digest": "emailNotifications",
};

type EmailName = Email["name"];

/**
 * What a link in such an email turns off: kinds of notifications, or the specified switch where there is no choice by
 * kind. Emails that are not here have no such link, since they cannot be turned off.
 */
export const unsubscribing: Readonly<
  Partial<Record<EmailName, readonly NotificationKind[] | keyof NotificationSettings>>
> = {
  "package-moved": ["package_moved"],
  "package-reported": ["package_moved", "package_ready_for_collection", "package_late"],
  "parcels-received": ["parcel_received", "parcel_undeclared", "package_complete"],
  "claim-decided": ["claim_decided"],
  "plan-started": "emailNotifications",
  "plan-renewed": "emailNotifications",
  "deposit-received": "emailNotifications",
  "wallet-charged": "emailNotifications",
  "low-balance": "emailNotifications",
  "payments-digest": "emailNotifications",
  "shipments-digest": "shipmentUpdates",
};

const reportKinds: Readonly<Partial<Record<string, NotificationKind>>> = {
  ready_for_collection: "package_ready_for_collection",
  late: "package_late",
};

/** The kind of notification that an email is about; null where customers cannot turn it off, or it is about several. */
export function optionalKindOf(email: Email): NotificationKind | null {
  switch (email.name) {
    case "package-moved":
      return "package_moved";
    case "package-reported":
      return reportKinds[email.report] ?? "package_moved";
    case "claim-decided":
      return "claim_decided";
    default:
      return null;
  }
}

/** The setting that turns such emails off for everyone; null: admins cannot turn off what a user cannot turn off. */
export const settingSwitches: Readonly<Record<EmailSwitch, NotificationSetting | null>> = {
  emailNotifications: "paymentNotifications",
  shipmentUpdates: "shipmentNotifications",
  marketingEmails: null,
  always: null,
};
