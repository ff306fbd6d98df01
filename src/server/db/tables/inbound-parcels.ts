import type { ColumnType, Generated, GeneratedAlways, Selectable } from "kysely";
import type { NotificationKind } from "#core/notification.ts";
import type { CountryCode } from "#core/country.ts";
import type {
  carrierConfidences,
  declaredCurrencies,
  inboundParcelSources,
  InboundParcelEventKind,
  InboundParcelState,
} from "#core/inbound-parcel.ts";
import type {
  BatteryKind,
  GoodsFlag,
  ParcelCondition,
  ParcelImageKind,
  ReceivingRecordKind,
  ScaleSource,
  ScanOutcome,
} from "#core/receiving.ts";
import type { OpeningHours, WarehouseAddress, WarehouseKind } from "#core/warehouse.ts";

type WarehousesTable = {
  id: Generated<string>;
  code: string;
  name: string;
  kind: WarehouseKind;
  country: CountryCode;
  address: ColumnType<WarehouseAddress, string, string>;
  receiverNamePattern: string;
  phone: string;
  postalCode: string;
  timeZone: string;
  openingHours: ColumnType<OpeningHours, string, string>;
  /** Days of the calendar, such as 2026-12-25. */
  closedDays: ColumnType<string[], string[], string[]>;
  isActive: Generated<boolean>;
  isSample: Generated<boolean>;
  createdAt: ColumnType<Date, Date, never>;
  updatedAt: Date;
};

type MemberCodesTable = {
  userId: ColumnType<string, string, never>;
  code: ColumnType<string, string, never>;
  createdAt: ColumnType<Date, Date, never>;
};

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
  imagesCount: Generated<number>;
  idempotencyKey: ColumnType<string | null, string | null, never>;
  requestHash: ColumnType<Buffer | null, Buffer | null, never>;
  searchedText: GeneratedAlways<string>;
  createdAt: ColumnType<Date, Date, never>;
  updatedAt: Date;
};

type InboundParcelEventsTable = {
  id: GeneratedAlways<bigint>;
  inboundParcelId: ColumnType<string, string, never>;
  kind: ColumnType<InboundParcelEventKind, InboundParcelEventKind, never>;
  /** The package that gathered it, or from which it was taken. */
  packageId: ColumnType<string | null, string | null, never>;
  actorId: ColumnType<string | null, string | null, never>;
  byStaff: ColumnType<boolean, boolean, never>;
  createdAt: ColumnType<Date, Date, never>;
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

type InboundParcelImagesTable = {
  id: Generated<string>;
  inboundParcelId: ColumnType<string, string, never>;
  kind: ColumnType<ParcelImageKind, ParcelImageKind, never>;
  /** Key in the file store, and so is the thumbnail's. */
  imageUrl: string;
  thumbnailUrl: string;
  /** Bytes. */
  fileSize: number;
  contentType: string;
  uploadedBy: ColumnType<string, string, never>;
  idempotencyKey: ColumnType<string, string, never>;
  createdAt: ColumnType<Date, Date, never>;
};

type NotificationsTable = {
  id: GeneratedAlways<bigint>;
  userId: ColumnType<string, string, never>;
  kind: ColumnType<NotificationKind, NotificationKind, never>;
  subjectId: ColumnType<string, string, never>;
  uniqueKey: ColumnType<string, string, never>;
  createdAt: ColumnType<Date, Date, never>;
  emailedAt: Generated<Date | null>;
};

export type InboundParcelsTables = {
  storageLocations: StorageLocationsTable;
  receivingRecords: ReceivingRecordsTable;
  inboundParcelImages: InboundParcelImagesTable;
  notifications: NotificationsTable;
  warehouses: WarehousesTable;
  memberCodes: MemberCodesTable;
  inboundParcels: InboundParcelsTable;
  inboundParcelEvents: InboundParcelEventsTable;
};

export type InboundParcelRow = Selectable<InboundParcelsTable>;
