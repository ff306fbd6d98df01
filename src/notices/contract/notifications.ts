// What customers read under the bell.
import * as z from "zod";
import { mostUnreadCounted, notificationRetentionDays } from "#notices/rules/inbox.ts";
import { notificationKinds, optionalChannels, optionalKinds } from "#notices/rules/notification.ts";
import { done, nothing, secretText, time } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { pushDevices } from "./push-devices.ts";

const notificationId = z
  .string()
  .regex(/^[1-9][0-9]{0,17}$/, "This should be the id of a notification.")
  .meta({ id: "NotificationId", examples: ["42"] });

const notification = z
  .object({
    id: notificationId,
    kind: z.enum(notificationKinds),
    text: z.string().describe("One sentence in the language of the request"),
    detail: z
      .string()
      .nullable()
      .describe("The leg that it is about and the next date, as they were then; null: neither"),
    path: z.string().describe("Page of the web application that shows what it is about"),
    createdAt: time,
    isRead: z.boolean(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notification>;

const preference = {
  kind: z.enum(optionalKinds, "Notifications of this kind cannot be turned off."),
  channel: z.enum(optionalChannels),
};

export const notifications = {
  listNotifications: procedure({
    method: "GET",
    path: "/notifications",
    access: "signedIn",
    summary: "List the own notifications, newest first, twenty at a time",
    description: `Send the \`olderThan\` of a page as \`before\` to get the next one. They are deleted after ${notificationRetentionDays} days.`,
  })
    .input(z.strictObject({ before: notificationId.optional() }))
    .output(z.object({ items: z.array(notification), olderThan: notificationId.nullable() })),

  countUnread: procedure({
    method: "GET",
    path: "/notifications/unread",
    access: "signedIn",
    summary: "Count the own notifications that are not read",
    description: `Counts up to ${mostUnreadCounted}, and changes nothing.`,
  })
    .input(nothing)
    .output(z.object({ unreadCount: z.int() })),

  markRead: procedure({
    method: "POST",
    path: "/notifications/read",
    access: "signedIn",
    summary: "Mark an own notification as read, with all before it if wanted",
    description: "An unknown id marks nothing, and a repeat changes nothing.",
  })
    .input(
      z.strictObject({
        notificationId,
        withOlder: z.boolean().default(false).describe("Also all that were made before it"),
      }),
    )
    .output(done),

  listPreferences: procedure({
    method: "GET",
    path: "/notification-preferences",
    access: "signedIn",
    summary: "List which notifications are turned off by kind and channel",
    description:
      "Everything else is on, as far as the switches of users.readNotificationSettings allow it.",
  })
    .input(nothing)
    .output(z.object({ turnedOff: z.array(z.object(preference)) })),

  setPreference: procedure({
    method: "PUT",
    path: "/notification-preferences",
    access: "signedIn",
    summary: "Turn a kind of notification on or off in a channel",
    description: "It applies from now on. Money, storage and goods in danger cannot be turned off.",
  })
    .input(z.strictObject({ ...preference, isOn: z.boolean() }))
    .output(done),

  unsubscribe: procedure({
    method: "POST",
    path: "/unsubscribing",
    access: "public",
    summary: "Turn off the emails that a link was in",
    description: "The token is that of the link in an email. A repeat changes nothing.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ token: secretText(200) }))
    .output(done),

  ...pushDevices,
};

const switches = z.strictObject({
  emailNotifications: z.boolean(),
  shipmentUpdates: z.boolean(),
  marketingEmails: z.boolean(),
});
switches.register(z.globalRegistry, { id: "NotificationSettings" });

export type NotificationSettings = z.infer<typeof switches>;

export const notificationSettings = {
  readNotificationSettings: procedure({
    method: "GET",
    path: "/notification-settings",
    access: "signedIn",
    summary: "Read the own notification settings",
    description:
      "Reads the three switches of the signed-in user and changes nothing. Some emails cannot be turned off, such as those about security.",
  })
    .input(nothing)
    .output(switches),

  updateNotificationSettings: procedure({
    method: "PUT",
    path: "/notification-settings",
    access: "signedIn",
    summary: "Set the three notification switches; they apply to emails from now on",
    description:
      "Replaces all three switches of the signed-in user. Some emails are sent regardless, such as those about security.",
  })
    .input(switches)
    .output(switches),
};
