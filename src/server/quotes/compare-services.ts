import { apiError } from "#contract/errors.ts";
import type { ComparedServiceFacts, ComparisonInput } from "#contract/quotes.ts";
import { compareServices as compare, type ComparedService } from "#core/service-comparison.ts";
import type { Language } from "#core/language.ts";
import type { Context } from "#server/context.ts";
import { readExchangeRates } from "#server/exchange-rates/read-exchange-rates.ts";
import { listSuspendedLanes } from "#server/lanes/list-suspended-lanes.ts";
import { listMeasuredLanes } from "#server/lanes/times/read-times.ts";
import { countAttempt } from "#server/limits/count-attempt.ts";
import { describeService } from "#server/shipping-services/describe-service.ts";
import { readServices } from "#server/shipping-services/read-services.ts";

function factsOf(
  { service, reasons, price, usdCents, measured }: ComparedService,
  language: Language,
): ComparedServiceFacts {
  return {
    ...describeService(service, language),
    reasons: [...reasons],
    weight: price?.weight ?? null,
    lines: [...(price?.lines ?? [])],
    totalCents: price?.totalCents ?? null,
    usdCents,
    measured,
  };
}

/**
 * All services in use for a parcel, the open ones first. Somebody who is not signed in may compare a number of times an hour;
 * throws `too_many_requests` above it.
 */
export async function compareServices(
  context: Context,
  { order, ...shipment }: ComparisonInput,
): Promise<{ items: ComparedServiceFacts[]; exchangeDay: string | null; exchangeSource: string }> {
  if (context.session === null) {
    const { db, ipAddress } = context;
    const attempt = await countAttempt(db, "comparisonsPerAddress", ipAddress, context.now());
    if (attempt === null) throw apiError("too_many_requests");
  }
  const { today, services } = await readServices(context);
  const { items: lanes } = await listSuspendedLanes(context);
  const times = await listMeasuredLanes(context);
  const { newest } = await readExchangeRates(context);
  const { weightGrams, sidesMm, ...contents } = shipment;
  const compared = compare(
    { ...contents, piece: { weightGrams, sidesMm }, day: today, isAddressComplete: true },
    { services, lanes, times, rates: newest?.rates ?? null },
    order,
  );
  return {
    items: compared.map((one) => factsOf(one, context.language)),
    exchangeDay: newest?.day ?? null,
    exchangeSource: context.exchangeRates.source,
  };
}
