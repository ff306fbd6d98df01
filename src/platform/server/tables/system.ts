import type { Language } from "#platform/rules/language.ts";
import type { FileOwnerKind } from "#platform/server/files/file-rules.ts";
import type { ColumnType, Generated, GeneratedAlways, Selectable } from "kysely";

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

type RequestsTable = {
  userId: string;
  key: string;
  operation: string;
  inputHash: Buffer;
  answer: ColumnType<unknown, string | null | undefined, string>;
  createdAt: Date;
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

/** A row is never changed. */
export type FilesTable = {
  id: Generated<string>;
  ownerKind: ColumnType<FileOwnerKind, FileOwnerKind, never>;
  ownerId: ColumnType<string, string, never>;
  kind: ColumnType<string, string, never>;
  /** Under which it is downloaded. */
  name: ColumnType<string, string, never>;
  /** Key in the file store, and so is the thumbnail's. */
  key: ColumnType<string, string, never>;
  thumbnailKey: ColumnType<string | null, string | null, never>;
  contentType: ColumnType<string, string, never>;
  bytes: ColumnType<number, number, never>;
  createdBy: ColumnType<string, string, never>;
  createdAt: ColumnType<Date, Date, never>;
  idempotencyKey: ColumnType<string | null, string | null, never>;
  requestHash: ColumnType<Buffer | null, Buffer | null, never>;
};

export type StoredFileRow = Selectable<FilesTable>;

export type SystemTables = {
  backups: BackupsTable;
  emails: EmailsTable;
  auditLog: AuditLogTable;
  errorGroups: ErrorGroupsTable;
  errorLogs: ErrorLogsTable;
  files: FilesTable;
  settings: SettingsTable;
  attempts: AttemptsTable;
  changes: ChangesTable;
  requests: RequestsTable;
};

declare module "#platform/server/db/tables.ts" {
  interface Tables extends SystemTables {}
}
