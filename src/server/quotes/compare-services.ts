import { apiError } from "#contract/errors.ts";
import type { ComparedServiceFacts, ComparisonInput, ServiceComparison } from "#contract/quotes.ts";
import { standsIn } from "#core/country.ts";
import type { Language } from "#core/language.ts";
import {
  estimatePackage,
  estimateServices,
  type EstimatedService,
} from "#core/package-estimate.ts";
import { planShareFor } from "#core/plan.ts";
import { boxSizeOf, readBoxesIn } from "#server/boxes/read-boxes.ts";
import type { Context } from "#server/context.ts";
import { listMeasuredLanes } from "#server/lanes/times/read-times.ts";
import { countAttempt } from "#server/limits/count-attempt.ts";
import { describeService } from "#server/shipping-services/describe-service.ts";
import { readComparisonFacts } from "./read-comparison-facts.ts";

type Charges = { readonly boxCents: number; readonly shareCents: number | null };

function factsOf(
  { service, reasons, possibleReasons, packed }: EstimatedService,
  { boxCents, shareCents }: Charges,
  language: Language,
): ComparedServiceFacts {
  const { price, usdCents, measured } = packed;
  const described = {
    ...describeService(service, language),
    reasons: [...reasons],
    possibleReasons: [...possibleReasons],
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

/** Limits how often somebody who is not signed in compares; throws `too_many_requests`. */
export async function countComparison(context: Context): Promise<void> {
  if (context.session !== null) return;
  const { db, ipAddress } = context;
  const attempt = await countAttempt(db, "comparisonsPerAddress", ipAddress, context.now());
  if (attempt === null) throw apiError("too_many_requests");
}

/**
 * All services in use for a parcel as it is expected to be packed, the open ones first. Somebody who is not signed in may
 * compare a number of times an hour; throws `too_many_requests` above it.
 */
export async function compareServices(
  context: Context,
  input: ComparisonInput,
): Promise<ServiceComparison> {
  await countComparison(context);
  const { weightGrams, sidesMm, originCode, countryCode, postalCode, battery, goods } = input;
  const { newest, ...facts } = await readComparisonFacts(context);
  const times = await listMeasuredLanes(context);
  const place = standsIn(originCode);
  const boxes = await readBoxesIn(context.db, place);
  const span = estimatePackage(
    [{ weightGrams, sidesMm, losesPackaging: false }],
    boxes.map(boxSizeOf),
  );
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
  const estimated = estimateServices(request, ends, { ...facts, times }, input.order);
  const box = boxes.find(({ id }) => id === span?.boxId);
  const packedGrams = ends.high.weightGrams;
  const plan = planShareFor(packedGrams);
  const charges = { boxCents: box?.priceCents ?? 0, shareCents: plan?.shareCents ?? null };
  return {
    items: estimated.map((one) => factsOf(one, charges, context.language)),
    packedGrams,
    box:
      box === undefined ? null : { name: box.names[context.language], priceCents: box.priceCents },
    plan,
    isDutyPrepaid: facts.prepaidDuty.includes(countryCode),
    exchangeDay: newest?.day ?? null,
    exchangeSource: context.exchangeRates.source,
  };
}
