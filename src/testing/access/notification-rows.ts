import type { Row } from "./rows.ts";

export const notificationRows: Readonly<Record<string, Row>> = {
  listNotifications: { input: () => ({}) },
  countUnread: { input: () => ({}) },
  // Only own ones are marked, so that an id of somebody else changes nothing.
  markRead: { input: () => ({ notificationId: "1", withOlder: true }) },
  listPreferences: { input: () => ({}) },
  setPreference: { input: () => ({ kind: "package_moved", channel: "email", isOn: true }) },
  unsubscribe: { input: () => ({ token: "x".repeat(64) }), answer: "not_found" },
};
