import type {
  NotificationKind,
  NotificationPayload,
  OptionalChannel,
} from "#notices/rules/notification.ts";
import type { PushMessageState } from "#notices/rules/push.ts";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

type NotificationsTable = {
  id: GeneratedAlways<bigint>;
  userId: ColumnType<string, string, never>;
  kind: ColumnType<NotificationKind, NotificationKind, never>;
  subjectId: ColumnType<string, string, never>;
  dedupeKey: ColumnType<string, string, never>;
  payload: ColumnType<NotificationPayload, string, never>;
  readAt: Generated<Date | null>;
  createdAt: ColumnType<Date, Date, never>;
  emailedAt: Generated<Date | null>;
  handledAt: Generated<Date | null>;
};

/** What is turned off. */
type NotificationPreferencesTable = {
  userId: ColumnType<string, string, never>;
  kind: ColumnType<NotificationKind, NotificationKind, never>;
  channel: ColumnType<OptionalChannel, OptionalChannel, never>;
};

type PushSubscriptionsTable = {
  id: Generated<string>;
  userId: string;
  sessionId: string;
  endpoint: string;
  keysEncrypted: Buffer;
  timeZone: string;
  showsDetails: Generated<boolean>;
  createdAt: Date;
  lastOkAt: Generated<Date | null>;
  /** Messages in a row that its push service refused. */
  failures: Generated<number>;
};

type PushMessagesTable = {
  notificationId: ColumnType<bigint, bigint, never>;
  subscriptionId: ColumnType<string, string, never>;
  state: Generated<PushMessageState>;
  dueAt: Date;
  attempts: Generated<number>;
  sentAt: Generated<Date | null>;
};

export type NotificationTables = {
  notifications: NotificationsTable;
  notificationPreferences: NotificationPreferencesTable;
  pushSubscriptions: PushSubscriptionsTable;
  pushMessages: PushMessagesTable;
};

declare module "#platform/server/db/tables.ts" {
  interface Tables extends NotificationTables {}
}
