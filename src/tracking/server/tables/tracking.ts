import type {
  CarrierMessageState,
  TrackerState,
  TrackingStage,
} from "#tracking/rules/tracking-stages.ts";
import type { EventTimeConfidence } from "#tracking/rules/tracking-time.ts";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

type TrackersTable = {
  id: Generated<string>;
  trackingNumber: ColumnType<string, string, never>;
  carrierCode: string | null;
  state: TrackerState;
  providerCarrier: Generated<string | null>;
  registeredAt: Generated<Date | null>;
  lastEventAt: Generated<Date | null>;
  nextLookAt: Date;
  refreshedAt: Generated<Date | null>;
  attempts: Generated<number>;
  lastError: Generated<string | null>;
  createdAt: ColumnType<Date, Date, never>;
  updatedAt: Date;
};

type TrackerUsesTable = {
  id: GeneratedAlways<bigint>;
  trackerId: string;
  legId: ColumnType<string | null, string | null, never>;
  inboundParcelId: ColumnType<string | null, string | null, never>;
  since: ColumnType<Date, Date, never>;
  until: Generated<Date | null>;
};

/** Never changed. */
type TrackingEventsTable = {
  id: GeneratedAlways<bigint>;
  trackerId: ColumnType<string | null, string | null, never>;
  legId: ColumnType<string | null, string | null, never>;
  key: ColumnType<Buffer, Buffer, never>;
  stage: ColumnType<TrackingStage | null, TrackingStage | null, never>;
  providerStatus: ColumnType<string, string, never>;
  occurredAt: ColumnType<Date, Date, never>;
  localTime: ColumnType<string, string, never>;
  utcOffsetMinutes: ColumnType<number | null, number | null, never>;
  timeConfidence: ColumnType<EventTimeConfidence, EventTimeConfidence, never>;
  description: ColumnType<string, string, never>;
  place: ColumnType<string | null, string | null, never>;
  country: ColumnType<string | null, string | null, never>;
  receivedAt: ColumnType<Date, Date, never>;
  createdBy: ColumnType<string | null, string | null, never>;
};

type CarrierMessagesTable = {
  id: Generated<string>;
  contentHash: ColumnType<Buffer, Buffer, never>;
  body: ColumnType<Buffer, Buffer, never>;
  trackingNumber: ColumnType<string | null, string | null, never>;
  state: CarrierMessageState;
  trackerId: Generated<string | null>;
  attempts: Generated<number>;
  lastError: Generated<string | null>;
  receivedAt: ColumnType<Date, Date, never>;
  /** When it is processed, the first time or again; null once it is not any more. */
  nextTryAt: Generated<Date | null>;
  processedAt: Generated<Date | null>;
};

export type TrackingTables = {
  trackers: TrackersTable;
  trackerUses: TrackerUsesTable;
  trackingEvents: TrackingEventsTable;
  carrierMessages: CarrierMessagesTable;
};

declare module "#platform/server/db/tables.ts" {
  interface Tables extends TrackingTables {}
}
