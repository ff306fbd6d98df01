import type { Row } from "./row.ts";

/** Nobody else's device is found, by admins neither. */
const byRole = { other: "not_found", admin: "not_found" } as const;

export const notificationRows: Readonly<Record<string, Row>> = {
  listNotifications: { input: () => ({}) },
  countUnread: { input: () => ({}) },
  // Only own ones are marked, so that an id of somebody else changes nothing.
  markRead: { input: () => ({ notificationId: "1", withOlder: true }) },
  listPreferences: { input: () => ({}) },
  setPreference: { input: () => ({ kind: "package_moved", channel: "email", isOn: true }) },
  listPushDevices: { input: () => ({}) },
  subscribePush: {
    input: () => ({
      endpoint: "https://localhost/push",
      keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
      timeZone: "UTC",
    }),
    answer: "push_service_refused",
  },
  setPushDetails: {
    input: ({ pushDeviceId: deviceId }) => ({ deviceId, showsDetails: true }),
    byRole,
  },
  sendTestPush: { input: ({ pushDeviceId: deviceId }) => ({ deviceId }), byRole },
  // That of somebody else stays, like one that does not exist.
  unsubscribePush: {
    input: ({ pushDeviceId: deviceId }) => ({ deviceId }),
    isFinal: true,
  },
  unsubscribe: { input: () => ({ token: "x".repeat(64) }), answer: "not_found" },
};
