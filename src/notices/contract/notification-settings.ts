// The specified switches of what customers are notified about.
import * as z from "zod";
import { nothing } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

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
