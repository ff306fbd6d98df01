// What the product suggests to an operator, who accepts it or not: prices, rules and suspensions with their source.
import type { CountryCode } from "./country.ts";
import type { GoodsRule } from "./goods-rule.ts";
import type { DutyPayer, ServiceMode, ShippingService, usualCaseDays } from "./shipping-service.ts";
import type { ExtraServiceUnit } from "./extra-service.ts";
import type { SuspendedLane, LaneTranslations } from "./lane.ts";
import type { NamesByLanguage } from "#platform/rules/language.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import type { ServiceDetails } from "./service-version.ts";
import { mayUse, type StaffAccess, type StaffMember } from "#platform/rules/staff-role.ts";

/** The pages of set-up above whose tables suggestions stand, with who may open them and accept what stands there. */
export const suggestionPages = {
  storageRates: roleAccess.storageRates,
  packingPrices: roleAccess.packingPrices,
  services: roleAccess.services,
  lanes: roleAccess.lanes,
} as const satisfies Readonly<Record<string, StaffAccess>>;
export type SuggestionPage = keyof typeof suggestionPages;
export const suggestionPageNames = Object.keys(suggestionPages) as SuggestionPage[];

/** Each kind's page. */
const pageOfKind = {
  suspension: "lanes",
  storage_rates: "storageRates",
  extra_service: "packingPrices",
  box: "packingPrices",
  ship_requests: "services",
  service: "services",
  duty_rule: "services",
  goods_rules: "services",
} as const satisfies Readonly<Record<string, SuggestionPage>>;
export type SuggestionKind = keyof typeof pageOfKind;
export const suggestionKinds = Object.keys(pageOfKind) as SuggestionKind[];

/** A suggested rule about goods, for each of some modes and countries or for any. */
export type SuggestedGoodsRule = Pick<
  GoodsRule,
  "carrierCode" | "flag" | "answer" | "needsProof"
> & {
  readonly modes?: readonly ServiceMode[];
  readonly countryCodes?: readonly CountryCode[];
  /** Without it the answer says all. */
  readonly texts?: NamesByLanguage;
};

type WithGoodsRules = { readonly goodsRules: readonly SuggestedGoodsRule[] };

/**
 * What is added when a suggestion of a kind is accepted, without its day and source. Modules above add the contents of their
 * kinds.
 */
export interface SuggestionContents {
  readonly suspension: SuspendedLane & { readonly translations: LaneTranslations };
  readonly extra_service: {
    readonly code: string;
    readonly names: NamesByLanguage;
    readonly per: ExtraServiceUnit;
    readonly priceCents: number;
    readonly freePlans: PlanName[];
    readonly promisedHours: number;
    readonly needsImages: boolean;
    readonly canRefuse: boolean;
  };
  readonly box: {
    readonly names: NamesByLanguage;
    readonly sidesMm: [number, number, number];
    readonly emptyGrams: number;
    readonly priceCents: number;
  };
  /** That ship requests may take a service, and which goods its carriers then refuse. */
  readonly ship_requests: Pick<ShippingService, "code" | "duty"> & WithGoodsRules;
  readonly service: Pick<ShippingService, "code"> &
    Omit<
      ServiceDetails,
      | "isActive"
      | "takesShipRequests"
      | "validFrom"
      | "source"
      | "rates"
      | "surcharges"
      | "customs"
      | keyof typeof usualCaseDays
    > &
    WithGoodsRules;
  readonly duty_rule: {
    readonly countryCode: CountryCode;
    readonly payer: DutyPayer;
    readonly validFrom: string;
  };
  readonly goods_rules: WithGoodsRules;
}

export type AnySuggestionContent = SuggestionContents[SuggestionKind];

/** A kind with its content. */
export type SuggestionContent = {
  readonly [Kind in SuggestionKind]: {
    readonly kind: Kind;
    readonly content: SuggestionContents[Kind];
  };
}[SuggestionKind];

/** The page on which a suggestion stands. */
export function pageOfSuggestion(kind: SuggestionKind): SuggestionPage {
  return pageOfKind[kind];
}

/** Whether it concerns goods in a warehouse; suspensions are of the posts' services, with and without one. */
export function needsWarehouse(kind: SuggestionKind): boolean {
  return kind !== "suspension";
}

/** Whether somebody may accept a suggestion: who may use its page may. */
export function mayAccept(member: StaffMember, kind: SuggestionKind): boolean {
  return mayUse(member, suggestionPages[pageOfKind[kind]]);
}
