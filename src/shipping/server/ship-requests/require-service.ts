// What refuses a request for parcels: goods that no service takes there, a recipient, and closed services.
import { addressFaults } from "#catalogue/rules/carrier-address.ts";
import { countryName } from "#catalogue/rules/country-name.ts";
import type { RuledFlag } from "#catalogue/rules/goods-rule.ts";
import { goodsReasons, type GoodsRuleReason } from "#catalogue/rules/service-comparison.ts";
import { goesTo } from "#catalogue/rules/shipping-service.ts";
import { flagNames } from "#catalogue/server/goods-rules/goods-rule-texts.ts";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import type { KnownGoods } from "#goods/server/db/stated-goods.ts";
import { apiError } from "#platform/contract/errors.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import { translate } from "#platform/server/translate.ts";
import { rejectFaults, type EstimatedForPackage } from "./estimate-shipping.ts";
import { contentsOf, type ServiceFacts, type ShippedPackage } from "./service-facts.ts";

/** A parcel that is to go, by what people call it. */
type NamedParcel = KnownGoods & {
  readonly id: string;
  readonly labelCode: string;
  readonly trackingNumber: string | null;
};

type ServiceOfRule = GoodsRuleReason & { readonly service: string };

/** A parcel that no service takes there, with the rules of each. */
type RefusedParcel = {
  readonly inboundParcelId: string;
  readonly name: string;
  readonly rules: readonly ServiceOfRule[];
};

/** The parcels that every service refuses that goes to the country; none where no service goes there. */
function refusedParcels(
  parcels: readonly NamedParcel[],
  { countryCode }: Pick<ShippedPackage, "countryCode">,
  facts: ServiceFacts,
): RefusedParcel[] {
  const services = facts.offered.filter((one) => goesTo(one, countryCode, facts.services));
  if (services.length === 0) return [];
  return parcels.flatMap((parcel) => {
    const request = { ...contentsOf([parcel]), countryCode };
    const refusals = services.map((service) =>
      goodsReasons(service, request, facts)
        .reasons.filter(({ needsProof }) => !needsProof)
        .map((rule) => ({ ...rule, service: service.code })),
    );
    if (refusals.some((rules) => rules.length === 0)) return [];
    return [{ inboundParcelId: parcel.id, name: parcelName(parcel), rules: refusals.flat() }];
  });
}

function refusedSentence(
  refused: readonly RefusedParcel[],
  { countryCode }: Pick<ShippedPackage, "countryCode">,
  language: Language,
): string {
  const flags: RuledFlag[] = refused.flatMap(({ rules }) => rules.map(({ flag }) => flag));
  const list = new Intl.ListFormat(localeOf(language), { type: "conjunction" });
  return translate(language, "errors.goodsRefused", {
    goods: flagNames(flags, language),
    country: countryName(countryCode, language),
    parcels: list.format(refused.map(({ name }) => name)),
  });
}

/** Throws `goods_refused`, with the rules that refuse each parcel, where no service that goes there takes one of them. */
export function requireTakenGoods(
  parcels: readonly NamedParcel[],
  to: Pick<ShippedPackage, "countryCode">,
  facts: ServiceFacts,
): void {
  const refused = refusedParcels(parcels, to, facts);
  if (refused.length === 0) return;
  throw apiError("goods_refused", { parcels: refused }, (language) =>
    refusedSentence(refused, to, language),
  );
}

function rejectUnproven(wanted: readonly EstimatedForPackage[]): void {
  const openedByProof = wanted.find(
    ({ reasons }) =>
      reasons.length > 0 &&
      reasons.every((reason) => reason.kind === "goods_rule" && reason.needsProof),
  );
  if (openedByProof === undefined) return;
  const { reasons, service } = openedByProof;
  const rules = reasons.flatMap((reason) =>
    reason.kind === "goods_rule" ? [{ ...reason, service: service.code }] : [],
  );
  throw apiError("proof_needed", { reasons: rules }, (language) =>
    translate(language, "errors.proofNeeded", {
      goods: flagNames(
        rules.map(({ flag }) => flag),
        language,
      ),
    }),
  );
}

/**
 * Throws `recipient_incomplete` where the carriers of the chosen service, or those of every service, do not take the
 * recipient, `proof_needed` with the rules where nothing but a proof of what the goods are opens it, and `service_closed` with all
 * reasons where the chosen service, or every one, is closed.
 */
export function requireService(
  pkg: ShippedPackage,
  estimated: readonly EstimatedForPackage[],
  serviceCode: string | null,
): void {
  rejectFaults(addressFaults(pkg.recipient, pkg.destination, []));
  const wanted = estimated.filter(
    ({ service }) => serviceCode === null || service.code === serviceCode,
  );
  const open = wanted.filter(({ reasons }) => reasons.length === 0);
  if (open.some((one) => one.addressFaults.length === 0)) return;
  // Where the address alone is in the way, it is what has to be corrected.
  rejectFaults(open[0]?.addressFaults ?? []);
  rejectUnproven(wanted);
  throw apiError("service_closed", {
    reasons: wanted.flatMap(({ service, reasons }) =>
      reasons.map((reason) => ({ ...reason, service: service.code })),
    ),
  });
}
