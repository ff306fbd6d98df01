// Row types of the platform's own tables.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

type LettersTable = {
  id: Generated<string>;
  recipient: string;
  kind: string;
  payload_encrypted: Buffer | null;
  created_at: Generated<Date>;
  sent_at: Date | null;
  attempts: Generated<number>;
  last_error: string | null;
};

type ProviderEventsTable = {
  id: string;
  type: string;
  payload: ColumnType<unknown, string, string>;
  state: Generated<"received" | "processed" | "ignored" | "failed">;
  attempts: Generated<number>;
  last_error: string | null;
  received_at: Generated<Date>;
  processed_at: Date | null;
};

type AuditLogTable = {
  id: GeneratedAlways<bigint>;
  actor_id: string | null;
  action: string;
  target: string;
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
  reason: string | null;
  ip_address: string | null;
  refusal: string | null;
  created_at: Generated<Date>;
};

type ErrorGroupsTable = {
  id: Generated<string>;
  fingerprint: Buffer;
  source: string;
  error_message: string;
  place: string | null;
  times: bigint;
  first_seen_at: Date;
  last_seen_at: Date;
  resolved_at: Date | null;
  resolved_by: string | null;
};

type ErrorLogsTable = {
  group_id: string;
  id: GeneratedAlways<bigint>;
  error_message: string;
  error_stack: string | null;
  user_id: string | null;
  source: string;
  context: string | null;
  created_at: Generated<Date>;
};

type BackupsTable = {
  id: GeneratedAlways<bigint>;
  finished_at: Date;
  size_bytes: ColumnType<bigint, number, never>;
};

type PlatformSettingsTable = {
  /** The one row. */
  is_only: Generated<boolean>;
  allow_new_registrations: Generated<boolean>;
  maintenance_mode: Generated<boolean>;
  shipment_notifications: Generated<boolean>;
  payment_notifications: Generated<boolean>;
  payment_access_encrypted: Buffer | null;
  payment_version: Generated<number>;
  updated_at: Generated<Date>;
};

/** What staff are told of by mail. */
export type StaffTopic = "shipments" | "payments";

type StaffNoticesTable = {
  topic: StaffTopic;
  told_until: Generated<Date>;
  written_at: Date | null;
  waiting: ColumnType<Record<string, number>, string | undefined, string>;
};

export type PlatformTables = {
  backups: BackupsTable;
  letters: LettersTable;
  provider_events: ProviderEventsTable;
  audit_log: AuditLogTable;
  error_groups: ErrorGroupsTable;
  error_logs: ErrorLogsTable;
  platform_settings: PlatformSettingsTable;
  staff_notices: StaffNoticesTable;
};
