import type { CountryCode, OriginCode } from "#catalogue/rules/country.ts";
import type { QuotedCurrency } from "#catalogue/rules/exchange-rate.ts";
import type { LaneConfidence, LaneTranslations } from "#catalogue/rules/lane.ts";
import type { ShippingService } from "#catalogue/rules/shipping-rate.ts";
import type {
  BatteryKind,
  DeliveryUnit,
  DutyPayer,
  GoodsFlag,
  LabelSource,
  ServiceDuty,
  ServiceLeg,
  ServiceMode,
  SurchargeCondition,
  SurchargeKind,
  VolumeDivisor,
  WeightBand,
} from "#catalogue/rules/shipping-service.ts";
import type { SuggestionContents, SuggestionKind } from "#catalogue/rules/suggestion.ts";
import type { OpeningHours, WarehouseAddress, WarehouseKind } from "#catalogue/rules/warehouse.ts";
import type { NamesByLanguage } from "#platform/rules/language.ts";
import type { DisplayCurrency } from "#platform/rules/money.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

type CarriersTable = {
  code: ColumnType<string, string, never>;
  name: string;
  nameZhHant: string | null;
  nameZhHans: string | null;
  trackingPage: string | null;
  isNumberFilledIn: boolean;
  /** Only migrations set it: the specification fixes what Track Shipment lists. */
  isOnTrackPage: ColumnType<boolean, never, never>;
  providerCarrier: ColumnType<string | null, never, string | null>;
  /** The longest line of an address that it takes. */
  addressLineCharacters: Generated<number | null>;
  isActive: Generated<boolean>;
  position: ColumnType<number, number, never>;
  source: string | null;
  checkedOn: string;
  version: Generated<number>;
  createdAt: ColumnType<Date, Date, never>;
  updatedAt: Date;
};

type SuspendedLanesTable = {
  id: Generated<string>;
  carrierId: string;
  service: ShippingService | null;
  destinationCode: CountryCode;
  reason: string;
  source: string | null;
  translations: ColumnType<LaneTranslations, string, never>;
  suspendedOn: ColumnType<string, string, never>;
  confidence: LaneConfidence;
  suspendedBy: string;
  createdAt: Date;
  reopenedBy: ColumnType<string | null, undefined, string>;
  reopenedAt: ColumnType<Date | null, undefined, Date>;
};

type LaneTimesTable = {
  carrierCode: string;
  service: ServiceMode;
  origin: CountryCode;
  destination: CountryCode;
  /** The first day of the month. */
  month: string;
  daysHistogram: readonly number[];
  silenceHistogram: readonly number[];
};

// Versions are never changed.
type Fixed<Value> = ColumnType<Value, Value, never>;
type FixedJson<Value> = ColumnType<Value, string, never>;

type ShippingServicesTable = {
  id: Generated<string>;
  code: Fixed<string>;
  version: Fixed<number>;
  carrierCode: Fixed<string>;
  names: FixedJson<NamesByLanguage>;
  mode: Fixed<ServiceMode>;
  originCode: Fixed<OriginCode>;
  legs: FixedJson<readonly ServiceLeg[]>;
  countries: ColumnType<readonly CountryCode[] | null, readonly CountryCode[] | null, never>;
  currency: Fixed<DisplayCurrency>;
  divisor: ColumnType<VolumeDivisor | null, VolumeDivisor | null, never>;
  roundsSidesUp: Fixed<boolean>;
  volumetricFromSideMm: ColumnType<number | null, number | null, never>;
  roundingGrams: Fixed<number>;
  minimumGrams: Fixed<number>;
  maximumGrams: Fixed<number>;
  maximumSideMm: ColumnType<number | null, number | null, never>;
  maximumGirthMm: ColumnType<number | null, number | null, never>;
  tracked: ColumnType<boolean | null, boolean | null, never>;
  signature: ColumnType<boolean | null, boolean | null, never>;
  duty: Fixed<ServiceDuty>;
  includedCoverCents: Fixed<number>;
  refusedGoods: Fixed<readonly GoodsFlag[]>;
  refusedBatteries: Fixed<readonly BatteryKind[]>;
  label: Fixed<LabelSource>;
  deliveryMin: Fixed<number>;
  deliveryMax: Fixed<number>;
  deliveryUnit: Fixed<DeliveryUnit>;
  isActive: Fixed<boolean>;
  takesShipRequests: Fixed<boolean>;
  validFrom: Fixed<string>;
  source: Fixed<string>;
  createdBy: ColumnType<string | null, string | null, never>;
  createdAt: Fixed<Date>;
};

type ServiceRatesTable = {
  id: Generated<string>;
  serviceId: Fixed<string>;
  position: Fixed<number>;
  countries: Fixed<readonly CountryCode[]>;
  bands: FixedJson<readonly WeightBand[]>;
  stepGrams: ColumnType<number | null, number | null, never>;
  stepCents: ColumnType<number | null, number | null, never>;
};

type ServiceSurchargesTable = {
  id: Generated<string>;
  serviceId: Fixed<string>;
  position: Fixed<number>;
  kind: Fixed<SurchargeKind>;
  condition: FixedJson<SurchargeCondition>;
  amount: Fixed<number>;
  validFrom: Fixed<string>;
};

type DutyRulesTable = {
  id: Generated<string>;
  countryCode: Fixed<CountryCode>;
  payer: Fixed<DutyPayer>;
  validFrom: Fixed<string>;
  validUntil: string | null;
  source: Fixed<string>;
  createdAt: Generated<Date>;
};

type SuggestionsTable = {
  code: string;
  position: number;
  kind: SuggestionKind;
  content: SuggestionContents[SuggestionKind];
  source: string;
  sourceDay: string;
  acceptedBy: string | null;
  acceptedAt: Date | null;
};

type ExchangeRatesTable = {
  source: string;
  day: string;
  currency: QuotedCurrency;
  rate: string;
  fetchedAt: Date;
};

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
  /** When it was first saved as active. */
  openedAt: Date | null;
  createdAt: ColumnType<Date, Date, never>;
  updatedAt: Date;
};

export type CatalogueTables = {
  carriers: CarriersTable;
  suspendedLanes: SuspendedLanesTable;
  laneTimes: LaneTimesTable;
  suggestions: SuggestionsTable;
  dutyRules: DutyRulesTable;
  shippingServices: ShippingServicesTable;
  serviceRates: ServiceRatesTable;
  serviceSurcharges: ServiceSurchargesTable;
  exchangeRates: ExchangeRatesTable;
  warehouses: WarehousesTable;
};

export type SuspendedLaneRow = Selectable<SuspendedLanesTable>;

declare module "#platform/server/db/tables.ts" {
  interface Tables extends CatalogueTables {}
}
