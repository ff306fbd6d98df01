import type { notificationSettings, notifications } from "#notices/contract/notifications.ts";
import type { Operations } from "#platform/server/context.ts";
import { listNotifications, countUnread, markRead } from "./notifications/inbox.ts";
import {
  listPreferences,
  setPreference,
  unsubscribe,
  readNotificationSettings,
  updateNotificationSettings,
} from "./notifications/preferences.ts";
import {
  listPushDevices,
  subscribePush,
  setPushDetails,
  unsubscribePush,
} from "./notifications/push-devices.ts";
import { sendTestPush } from "./notifications/send-push.ts";

/** The function of each operation of notices. */
export const noticesOperations: Operations<{
  readonly notifications: typeof notifications;
  readonly users: typeof notificationSettings;
}> = {
  notifications: {
    listNotifications,
    countUnread,
    markRead,
    listPreferences,
    setPreference,
    unsubscribe,
    listPushDevices,
    subscribePush,
    setPushDetails,
    unsubscribePush,
    sendTestPush,
  },
  users: { readNotificationSettings, updateNotificationSettings },
};
