import { readNotificationSettings, listPreferences } from "./notifications/preferences.ts";
import { eraseNotifications } from "./notifications/notification-queries.ts";
import { exportNotifications } from "./notifications/inbox.ts";
import { listPushDevices } from "./notifications/push-devices.ts";
import type { AccountPart } from "#platform/server/account-part.ts";

/** What somebody is told, and how. */
export const noticesPart: AccountPart = {
  tables: {
    notifications: { erased: "rows" },
    notification_preferences: { erased: "rows" },
    push_subscriptions: { erased: "rows" },
  },
  withoutCustomers: ["push_messages"],
  async exported(context) {
    return {
      notificationSettings: await readNotificationSettings(context),
      notificationPreferences: await listPreferences(context),
      notifications: await exportNotifications(context),
      pushDevices: (await listPushDevices(context)).items,
    };
  },
  async erase({ session }, db) {
    await eraseNotifications(db, session.person.id);
  },
};
