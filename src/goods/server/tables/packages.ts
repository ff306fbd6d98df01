import type { TransitSpan } from "#catalogue/rules/lane-time.ts";
import type { PackageStage, StagedPackage } from "#goods/rules/package-stage.ts";
import type { LegStatus, PackageStatus } from "#tracking/rules/package-status.ts";
import type { LegStatusSource, TrackingQuestion } from "#tracking/rules/tracking-rules.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

/** State of the ship request of a package, while it is open or has just been handed over. */
export type PackageShipRequestState = NonNullable<StagedPackage["shipRequestState"]>;

type PackagesTable = {
  id: Generated<string>;
  userId: ColumnType<string, string, never>;
  trackingNumber: string;
  origin: string;
  destination: string;
  description: string | null;
  estimatedWeightGrams: number | null;
  finalWeightGrams: Generated<number | null>;
  imagesCount: Generated<number>;
  status: Generated<PackageStatus>;
  stage: Generated<PackageStage>;
  /** Of its open ship request, or of the one with which it was just handed over. */
  shipRequestState: Generated<PackageShipRequestState | null>;
  /** How many inbound parcels it gathers, and how many of them are no longer awaited. */
  parcelsCount: Generated<number>;
  parcelsHereCount: Generated<number>;
  /** The limit of the plan for which it was added. */
  planMaxWeightGrams: Generated<number | null>;
  /** Set exactly while the status is delivered. */
  deliveredAt: Generated<Date | null>;
  /** The month whose quota it used. */
  planPeriodId: Generated<string | null>;
  quotaReturnedAt: Generated<Date | null>;
  createdAt: ColumnType<Date, Date, never>;
  updatedAt: Date;
};

type PackageRecipientsTable = {
  packageId: ColumnType<string, string, never>;
  name: string;
  latinName: Generated<string>;
  phone: string;
  address: string;
  addressLine2: string;
  city: string;
  state: string;
  postalCode: string;
};

type ShippingLegsTable = {
  id: Generated<string>;
  packageId: ColumnType<string, string, never>;
  legNumber: ColumnType<number, number, never>;
  origin: string;
  destination: string;
  carrier: string | null;
  trackingNumber: string | null;
  estimatedDeparture: Date | null;
  estimatedArrival: Date | null;
  notes: string | null;
  status: Generated<LegStatus>;
  carrierCode: Generated<string | null>;
  /** The version of the service whose times it takes; null: no quote was accepted. */
  serviceId: Generated<string | null>;
  statusSource: Generated<LegStatusSource>;
  /** When what the status comes from happened. */
  statusSince: Generated<Date | null>;
  departedAt: Generated<Date | null>;
  arrivedAt: Generated<Date | null>;
  /** The last status that staff set themselves. */
  staffStatus: Generated<LegStatus | null>;
  staffStatusAt: Generated<Date | null>;
  /** For a leg that was handed over: since when carriers' events count. */
  eventsCountSince: Generated<Date | null>;
  question: Generated<TrackingQuestion | null>;
  questionAt: Generated<Date | null>;
  questionsAnsweredAt: Generated<Date | null>;
  /** How long it takes, as known when it departed. */
  transitSpan: ColumnType<TransitSpan | null, string | null | undefined, string | null>;
  lateAfter: Generated<Date | null>;
  silentDays: Generated<number | null>;
  createdAt: ColumnType<Date, Date, never>;
  updatedAt: Date;
};

type PackageSharesTable = {
  id: Generated<string>;
  packageId: ColumnType<string, string, never>;
  hasPhotos: boolean;
  views: Generated<number>;
  createdAt: ColumnType<Date, Date, never>;
  endedAt: Generated<Date | null>;
};

type PackageCountsTable = {
  status: PackageStatus;
  day: string;
  count: bigint;
};

export type PackagesTables = {
  packages: PackagesTable;
  packageRecipients: PackageRecipientsTable;
  shippingLegs: ShippingLegsTable;
  packageShares: PackageSharesTable;
  packageCounts: PackageCountsTable;
};

export type PackageRow = Selectable<PackagesTable>;
export type ShippingLegRow = Selectable<ShippingLegsTable>;

declare module "#platform/server/db/tables.ts" {
  interface Tables extends PackagesTables {}
}

declare module "#platform/server/files/file-rules.ts" {
  interface FileKinds {
    readonly package: "image";
    readonly leg: "qr_code";
  }
}
