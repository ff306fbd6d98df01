import type { Language } from "#platform/rules/language.ts";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

type EmailsTable = {
  id: Generated<string>;
  recipient: string;
  kind: string;
  payloadEncrypted: Buffer | null;
  language: ColumnType<Language, Language | undefined, never>;
  createdAt: Generated<Date>;
  sentAt: Date | null;
  attempts: Generated<number>;
  lastError: string | null;
};

type AuditLogTable = {
  id: GeneratedAlways<bigint>;
  actorId: string | null;
  action: string;
  target: string;
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
  reason: string | null;
  ipAddress: string | null;
  errorCode: string | null;
  createdAt: Generated<Date>;
};

type ErrorGroupsTable = {
  id: Generated<string>;
  fingerprint: Buffer;
  source: string;
  errorMessage: string;
  place: string | null;
  times: bigint;
  firstSeenAt: Date;
  lastSeenAt: Date;
  resolvedAt: Date | null;
  resolvedBy: string | null;
};

type ErrorLogsTable = {
  groupId: string;
  id: GeneratedAlways<bigint>;
  errorMessage: string;
  errorStack: string | null;
  userId: string | null;
  source: string;
  context: string | null;
  createdAt: Generated<Date>;
};

type BackupsTable = {
  id: GeneratedAlways<bigint>;
  finishedAt: Date;
  sizeBytes: ColumnType<bigint, number, never>;
};

type SettingsTable = {
  /** Always true: there is one row. */
  isOnly: Generated<boolean>;
  allowNewRegistrations: Generated<boolean>;
  maintenanceMode: Generated<boolean>;
  shipmentNotifications: Generated<boolean>;
  paymentNotifications: Generated<boolean>;
  paymentAccessEncrypted: Buffer | null;
  paymentVersion: Generated<number>;
  trackingKeyEncrypted: Buffer | null;
  trackingVersion: Generated<number>;
  trackingFailingSince: Generated<Date | null>;
  overWeightFeeCents: Generated<number | null>;
  updatedAt: Generated<Date>;
};

type AttemptsTable = {
  id: GeneratedAlways<bigint>;
  bucket: string;
  attemptedAt: Generated<Date>;
};

type ChangesTable = {
  /** Id of the database transaction; text, since it has 64 bits. */
  xid: GeneratedAlways<string>;
  /** null: for admins only or, with a topic of `broadcastTopics`, for everybody. */
  userId: string | null;
  topic: string;
  subjectId: string | null;
  recordedAt: GeneratedAlways<Date>;
};

export type SystemTables = {
  backups: BackupsTable;
  emails: EmailsTable;
  auditLog: AuditLogTable;
  errorGroups: ErrorGroupsTable;
  errorLogs: ErrorLogsTable;
  settings: SettingsTable;
  attempts: AttemptsTable;
  changes: ChangesTable;
};

declare module "#platform/server/db/tables.ts" {
  interface Tables extends SystemTables {}
}
