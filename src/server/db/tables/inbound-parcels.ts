import type { ColumnType, Generated, GeneratedAlways, Selectable } from "kysely";
import type { CountryCode } from "#core/country.ts";
import type {
  carrierConfidences,
  declaredCurrencies,
  inboundParcelSources,
  InboundParcelEventKind,
  InboundParcelState,
} from "#core/inbound-parcel.ts";
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

export type InboundParcelsTables = {
  warehouses: WarehousesTable;
  memberCodes: MemberCodesTable;
  inboundParcels: InboundParcelsTable;
  inboundParcelEvents: InboundParcelEventsTable;
};

export type InboundParcelRow = Selectable<InboundParcelsTable>;
