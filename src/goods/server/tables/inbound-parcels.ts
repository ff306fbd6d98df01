import type {
  InboundParcelState,
  carrierConfidences,
  declaredCurrencies,
  inboundParcelSources,
  ParcelClaimState,
} from "#goods/rules/inbound-parcel.ts";
import type { BatteryKind, GoodsFlag } from "#catalogue/rules/shipping-service.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type {
  ParcelCondition,
  ParcelImageKind,
  ReceivingRecordKind,
  ScaleSource,
  ScanOutcome,
  StocktakeDifferenceKind,
} from "#goods/rules/receiving.ts";
import type { ColumnType, Generated, GeneratedAlways, Selectable } from "kysely";

type InboundParcelsTable = {
  id: Generated<string>;
  warehouseId: string | null;
  labelCode: GeneratedAlways<string>;
  userId: string | null;
  packageId: string | null;
  trackingNumber: string | null;
  piece: Generated<number>;
  carrierCode: string | null;
  carrierConfidence: (typeof carrierConfidences)[number] | null;
  source: ColumnType<
    (typeof inboundParcelSources)[number],
    (typeof inboundParcelSources)[number],
    never
  >;
  state: InboundParcelState;
  shop: Generated<string>;
  orderReference: Generated<string>;
  description: Generated<string>;
  declaredValueMinor: bigint | null;
  declaredCurrency: (typeof declaredCurrencies)[number] | null;
  courierDeliveredAt: Generated<Date | null>;
  receivedAt: Generated<Date | null>;
  receivedBy: Generated<string | null>;
  storageLocationId: Generated<string | null>;
  weightGrams: Generated<number | null>;
  lengthMm: Generated<number | null>;
  widthMm: Generated<number | null>;
  heightMm: Generated<number | null>;
  condition: Generated<ParcelCondition | null>;
  battery: Generated<BatteryKind | null>;
  goodsFlags: Generated<GoodsFlag[]>;
  /** Days of the calendar, such as 2026-12-25. */
  storageFrom: Generated<string | null>;
  freeUntil: Generated<string | null>;
  storageRateId: Generated<string | null>;
  /** Days by which packing was late, in `freeUntil` already, and the last of them. */
  delayDays: Generated<number>;
  delayUntil: Generated<string | null>;
  missingSince: Generated<Date | null>;
  searchedText: GeneratedAlways<string>;
  createdAt: ColumnType<Date, Date, never>;
  updatedAt: Date;
};

type StorageLocationsTable = {
  id: Generated<string>;
  warehouseId: ColumnType<string, string, never>;
  code: string;
  label: string;
  capacity: number | null;
  isActive: boolean;
  createdAt: ColumnType<Date, Date, never>;
  updatedAt: Date;
};

/** Never changed: a correction is a new row that names the one that it replaces. */
type ReceivingRecordsTable = {
  id: Generated<string>;
  sequence: GeneratedAlways<bigint>;
  inboundParcelId: ColumnType<string, string, never>;
  kind: ColumnType<ReceivingRecordKind, ReceivingRecordKind, never>;
  weightGrams: ColumnType<number, number, never>;
  lengthMm: ColumnType<number | null, number | null, never>;
  widthMm: ColumnType<number | null, number | null, never>;
  heightMm: ColumnType<number | null, number | null, never>;
  condition: ColumnType<ParcelCondition, ParcelCondition, never>;
  battery: ColumnType<BatteryKind, BatteryKind, never>;
  goodsFlags: ColumnType<GoodsFlag[], GoodsFlag[], never>;
  scale: ColumnType<ScaleSource, ScaleSource, never>;
  station: ColumnType<string, string, never>;
  note: ColumnType<string, string, never>;
  reason: ColumnType<string, string, never>;
  outcome: ColumnType<ScanOutcome, ScanOutcome, never>;
  replacesId: ColumnType<string | null, string | null, never>;
  recordedAt: ColumnType<Date, Date, never>;
  createdBy: ColumnType<string, string, never>;
  createdAt: ColumnType<Date, Date, never>;
  idempotencyKey: ColumnType<string, string, never>;
  requestHash: ColumnType<Buffer, Buffer, never>;
};

/** Never changed: new prices are new rows with a later day. */
type StorageRatesTable = {
  id: Generated<string>;
  /** A day of the calendar. */
  validFrom: ColumnType<string, string, never>;
  /** null: without a plan. */
  plan: ColumnType<PlanName | null, PlanName | null, never>;
  freeDays: ColumnType<number, number, never>;
  dayCents: ColumnType<number, number, never>;
  stepGrams: ColumnType<number, number, never>;
  volumeDivisor: ColumnType<number, number, never>;
  capCents: ColumnType<number, number, never>;
  source: ColumnType<string, string, never>;
  createdBy: ColumnType<string, string, never>;
  createdAt: ColumnType<Date, Date, never>;
};

type InboundParcelClaimsTable = {
  id: Generated<string>;
  userId: ColumnType<string, string, never>;
  inboundParcelId: Generated<string | null>;
  trackingNumber: ColumnType<string, string, never>;
  note: string;
  state: ParcelClaimState;
  reason: Generated<string>;
  decidedBy: Generated<string | null>;
  decidedAt: Generated<Date | null>;
  createdAt: ColumnType<Date, Date, never>;
  updatedAt: Date;
};

type StocktakesTable = {
  id: Generated<string>;
  warehouseId: ColumnType<string, string, never>;
  startedBy: ColumnType<string, string, never>;
  startedAt: ColumnType<Date, Date, never>;
  finishedBy: Generated<string | null>;
  finishedAt: Generated<Date | null>;
};

type StocktakeLocationsTable = {
  stocktakeId: ColumnType<string, string, never>;
  storageLocationId: ColumnType<string, string, never>;
  firstScannedAt: ColumnType<Date, Date, never>;
};

type StocktakeScansTable = {
  stocktakeId: ColumnType<string, string, never>;
  inboundParcelId: ColumnType<string, string, never>;
  storageLocationId: string;
  scannedAt: Date;
  scannedBy: string;
};

type StocktakeDifferencesTable = {
  stocktakeId: ColumnType<string, string, never>;
  inboundParcelId: ColumnType<string, string, never>;
  kind: ColumnType<StocktakeDifferenceKind, StocktakeDifferenceKind, never>;
  recordedLocationId: ColumnType<string | null, string | null, never>;
  foundLocationId: ColumnType<string | null, string | null, never>;
};

export type InboundParcelsTables = {
  storageRates: StorageRatesTable;
  inboundParcelClaims: InboundParcelClaimsTable;
  stocktakes: StocktakesTable;
  stocktakeLocations: StocktakeLocationsTable;
  stocktakeScans: StocktakeScansTable;
  stocktakeDifferences: StocktakeDifferencesTable;
  storageLocations: StorageLocationsTable;
  receivingRecords: ReceivingRecordsTable;
  inboundParcels: InboundParcelsTable;
};

export type InboundParcelRow = Selectable<InboundParcelsTable>;

declare module "#platform/server/db/tables.ts" {
  interface Tables extends InboundParcelsTables {}
}

declare module "#platform/server/files/file-rules.ts" {
  interface FileKinds {
    readonly inbound_parcel: ParcelImageKind;
    readonly parcel_claim: "proof";
  }
}
