import type { CountryCode, OriginCode } from "#catalogue/rules/country.ts";
import type {
  DutyPayer,
  BatteryKind,
  GoodsFlag,
  DeliveryUnit,
  LabelSource,
  ServiceDuty,
  ServiceLeg,
  ServiceMode,
  SurchargeCondition,
  SurchargeKind,
  VolumeDivisor,
  WeightBand,
} from "#catalogue/rules/shipping-service.ts";
import type { QuotedCurrency } from "#catalogue/rules/exchange-rate.ts";
import type { NamesByLanguage } from "#platform/rules/language.ts";
import type { SuggestionContents, SuggestionKind } from "#catalogue/rules/suggestion.ts";
import type { ColumnType, Generated } from "kysely";
import type { DisplayCurrency } from "#platform/rules/money.ts";

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

export type ShippingServicesTables = {
  suggestions: SuggestionsTable;
  dutyRules: DutyRulesTable;
  shippingServices: ShippingServicesTable;
  serviceRates: ServiceRatesTable;
  serviceSurcharges: ServiceSurchargesTable;
  exchangeRates: ExchangeRatesTable;
};

declare module "#platform/server/db/tables.ts" {
  interface Tables extends ShippingServicesTables {}
}
