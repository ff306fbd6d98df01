import type { RowOf } from "#platform/server/db/tables.ts";
import type {
  ComparedServiceFacts,
  ComparisonInput,
  ServiceComparison,
} from "#catalogue/contract/quotes.ts";
import { standsIn } from "#catalogue/rules/country.ts";
import type { Language } from "#platform/rules/language.ts";
import {
  estimatePackage,
  estimateServices,
  type EstimatedService,
} from "#goods/rules/package-estimate.ts";
import { planShareFor } from "#catalogue/rules/plan.ts";
import type { ComparisonFacts } from "#catalogue/rules/service-comparison.ts";
import { toBoxSize, readBoxesIn } from "#shipping/server/boxes/boxes.ts";
import type { Context } from "#platform/server/context.ts";
import { listMeasuredLanes } from "#catalogue/server/lanes/times/read-times.ts";
import { describeService } from "#catalogue/server/shipping-services/read-services.ts";
import { readComparisonFacts } from "#catalogue/server/quotes/quotes.ts";

type Charges = { readonly boxCents: number; readonly shareCents: number | null };

function toComparedService(
  { service, reasons, possibleReasons, packed }: EstimatedService,
  { boxCents, shareCents }: Charges,
  language: Language,
): ComparedServiceFacts {
  const { price, usdCents, measured } = packed;
  const described = {
    ...describeService(service, language),
    reasons: [...reasons],
    possibleReasons: [...possibleReasons],
    goodsLimits: [...packed.goodsLimits],
    measured,
  };
  if (reasons.length > 0 || price === null) {
    return {
      ...described,
      weight: null,
      lines: [],
      totalCents: null,
      usdCents: null,
      doorCents: null,
    };
  }
  const { weight, lines, totalCents } = price;
  const hasDoorPrice = usdCents !== null && shareCents !== null;
  const doorCents = hasDoorPrice ? usdCents + boxCents + shareCents : null;
  return { ...described, weight, lines: [...lines], totalCents, usdCents, doorCents };
}

/** All services in use for a parcel as it is expected to be packed, and the box that then holds it. */
export function compareParcel(
  input: ComparisonInput,
  boxes: readonly RowOf<"boxes">[],
  facts: ComparisonFacts & { readonly today: string },
) {
  const { weightGrams, sidesMm, originCode, countryCode, postalCode, battery, goods } = input;
  const place = standsIn(originCode);
  const parcel = { weightGrams, sidesMm, losesPackaging: false };
  const span = estimatePackage([parcel], boxes.map(toBoxSize));
  // Without its size nothing is known of its box.
  const piece = { weightGrams, sidesMm };
  const ends = span ?? { low: piece, high: piece };
  const request = {
    countryCode,
    postalCode,
    day: facts.today,
    standsIn: place,
    // The way to the warehouse.
    keptLegs: originCode === place ? 0 : 1,
    batteries: battery === null ? [] : [battery],
    goods,
    isAddressComplete: true,
  };
  return {
    services: estimateServices(request, ends, facts, input.order),
    packedGrams: ends.high.weightGrams,
    box: boxes.find(({ id }) => id === span?.boxId) ?? null,
  };
}

/** All services in use for a parcel as it is expected to be packed, the open ones first. */
export async function compareServices(
  context: Pick<Context, "db" | "exchangeRates" | "language" | "now" | "servicePrices">,
  input: ComparisonInput,
): Promise<ServiceComparison> {
  const { newest, ...facts } = await readComparisonFacts(context);
  const times = await listMeasuredLanes(context);
  const boxes = await readBoxesIn(context.db, standsIn(input.originCode));
  const { services, packedGrams, box } = compareParcel(input, boxes, { ...facts, times });
  const plan = planShareFor(packedGrams);
  const charges = { boxCents: box?.priceCents ?? 0, shareCents: plan?.shareCents ?? null };
  return {
    items: services.map((one) => toComparedService(one, charges, context.language)),
    packedGrams,
    box: box && { name: box.names[context.language], priceCents: box.priceCents },
    plan,
    isDutyPrepaid: facts.dutyPrepaidIn.includes(input.countryCode),
    exchangeDay: newest?.day ?? null,
    exchangeSource: context.exchangeRates.source,
  };
}
