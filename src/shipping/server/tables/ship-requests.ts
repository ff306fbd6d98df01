import type { CountryCode } from "#catalogue/rules/country.ts";
import type { ExtraServiceState, ExtraServiceUnit } from "#catalogue/rules/extra-service.ts";
import type { NamesByLanguage } from "#platform/rules/language.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { QuoteExchange, QuoteLine } from "#catalogue/rules/quote-breakdown.ts";
import type { Recipient } from "#catalogue/rules/recipient.ts";
import type { QuoteInputs } from "#shipping/rules/ship-quote.ts";
import type {
  PackingImageKind,
  PaymentMode,
  QuoteBasis,
  QuoteEnd,
  RequestedParcelState,
  WaitingReason,
} from "#shipping/rules/ship-request.ts";
import type { ShipRequestState } from "#goods/rules/package-stage.ts";
import type { ColumnType, Generated, GeneratedAlways, Selectable } from "kysely";

type Fixed<Value> = ColumnType<Value, Value, never>;

type NamesColumn = ColumnType<NamesByLanguage, string, string>;

type BoxesTable = {
  id: Generated<string>;
  warehouseId: string | null;
  names: NamesColumn;
  /** The sides are inner ones. */
  lengthMm: number;
  widthMm: number;
  heightMm: number;
  emptyGrams: number;
  priceCents: number;
  isActive: Generated<boolean>;
  /** A day of the calendar. */
  validFrom: string;
  source: string;
  version: Generated<number>;
  createdBy: string;
  createdAt: Fixed<Date>;
  updatedAt: Date;
};

type ExtraServicesTable = {
  code: Fixed<string>;
  names: NamesColumn;
  per: ExtraServiceUnit;
  priceCents: number;
  freePlans: PlanName[];
  promisedHours: number;
  needsImages: boolean;
  canRefuse: boolean;
  isActive: Generated<boolean>;
  /** A day of the calendar. */
  validFrom: string;
  source: string;
  version: Generated<number>;
  createdBy: string;
  createdAt: Fixed<Date>;
  updatedAt: Date;
};

type ShipRequestsTable = {
  id: Generated<string>;
  number: GeneratedAlways<bigint>;
  userId: Fixed<string>;
  packageId: string | null;
  warehouseId: Fixed<string>;
  state: ShipRequestState;
  waitingReason: Generated<WaitingReason | null>;
  waitingSince: Generated<Date | null>;
  paymentMode: PaymentMode;
  serviceCode: string | null;
  capCents: number | null;
  quoteId: Generated<string | null>;
  countryCode: CountryCode;
  recipient: ColumnType<Recipient, string, string>;
  isPriority: Generated<boolean>;
  dueAt: Date;
  note: string;
  packerId: Generated<string | null>;
  packerActiveAt: Generated<Date | null>;
  boxId: Generated<string | null>;
  packedGrams: Generated<number | null>;
  packedLengthMm: Generated<number | null>;
  packedWidthMm: Generated<number | null>;
  packedHeightMm: Generated<number | null>;
  packedBy: Generated<string | null>;
  packedAt: Generated<Date | null>;
  holdRound: Generated<number>;
  version: Generated<number>;
  createdBy: Fixed<string>;
  createdAt: Fixed<Date>;
  updatedAt: Date;
  endedAt: Generated<Date | null>;
  endedBy: Generated<string | null>;
  endedReason: Generated<string>;
};

type ShipRequestParcelsTable = {
  shipRequestId: Fixed<string>;
  inboundParcelId: Fixed<string>;
  state: RequestedParcelState;
  scannedBy: Generated<string | null>;
  scannedAt: Generated<Date | null>;
};

/** Never changed; how a quote ended is added. */
type QuotesTable = {
  id: Generated<string>;
  number: GeneratedAlways<bigint>;
  userId: Fixed<string>;
  packageId: Fixed<string>;
  shipRequestId: ColumnType<string | null, string | null, never>;
  basis: Fixed<QuoteBasis>;
  serviceId: Fixed<string>;
  serviceCode: Fixed<string>;
  inputs: ColumnType<QuoteInputs, string, never>;
  lines: ColumnType<readonly QuoteLine[], string, never>;
  exchange: ColumnType<QuoteExchange | null, string | null, never>;
  freightCents: Fixed<number>;
  storageCents: Fixed<number>;
  serviceCents: Fixed<number>;
  extraServiceCents: Fixed<number>;
  totalCents: Fixed<number>;
  createdAt: Fixed<Date>;
  validUntil: Fixed<Date>;
  ended: Generated<QuoteEnd | null>;
  endedAt: Generated<Date | null>;
};

type ExtraServiceRequestsTable = {
  id: Generated<string>;
  code: Fixed<string>;
  userId: Fixed<string>;
  shipRequestId: string | null;
  packageId: ColumnType<string | null, string | null, never>;
  inboundParcelId: ColumnType<string | null, string | null, never>;
  quantity: Fixed<number>;
  unitCents: Fixed<number>;
  priceCents: Fixed<number>;
  state: ExtraServiceState;
  shortfallCents: Generated<number>;
  dueAt: Fixed<Date>;
  resultText: Generated<string>;
  holdId: string | null;
  createdBy: Fixed<string>;
  createdAt: Fixed<Date>;
  endedBy: Generated<string | null>;
  endedAt: Generated<Date | null>;
};

export type ShipRequestsTables = {
  boxes: BoxesTable;
  extraServices: ExtraServicesTable;
  shipRequests: ShipRequestsTable;
  shipRequestParcels: ShipRequestParcelsTable;
  quotes: QuotesTable;
  extraServiceRequests: ExtraServiceRequestsTable;
};

export type ShipRequestRow = Selectable<ShipRequestsTable>;
export type QuoteRow = Selectable<QuotesTable>;
export type BoxRow = Selectable<BoxesTable>;
export type ExtraServiceRow = Selectable<ExtraServicesTable>;
export type ExtraServiceRequestRow = Selectable<ExtraServiceRequestsTable>;

declare module "#platform/server/db/tables.ts" {
  interface Tables extends ShipRequestsTables {}
}

declare module "#platform/server/files/file-rules.ts" {
  interface FileKinds {
    readonly ship_request: Exclude<PackingImageKind, "extra_service">;
    readonly extra_service_request: "extra_service";
  }
}
