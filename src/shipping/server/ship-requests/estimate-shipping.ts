import { apiError } from "#platform/contract/errors.ts";
import type {
  EstimatedServiceFacts,
  ShippingEstimate,
} from "#shipping/contract/shipping-estimates.ts";
import { chargeableWeight, type Piece } from "#catalogue/rules/chargeable-weight.ts";
import { countryByName } from "#catalogue/rules/country.ts";
import type { Language } from "#platform/rules/language.ts";
import { orderServices, type PackageSpan } from "#goods/rules/package-estimate.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { readOfferedBoxes } from "#shipping/server/boxes/read-boxes.ts";
import { findPackage } from "#goods/server/packages/change-own-package.ts";
import { readRecipient } from "#goods/server/packages/read-recipient.ts";
import { describeService } from "#catalogue/server/shipping-services/describe-service.ts";
import { readStoredDays } from "./charges.ts";
import { estimateServices, spanOf, type EstimatedForPackage } from "./check-services.ts";
import { listGathered } from "./parcel-queries.ts";
import { contentsOf, keptLegsOf, readServiceFacts } from "./service-facts.ts";

type Input = {
  readonly packageId: string;
  readonly inboundParcelIds?: readonly string[] | undefined;
  readonly withoutPackaging?: readonly string[] | undefined;
};

function factsOf(
  { service, usdCents, reasons, possibleReasons, addressFaults }: EstimatedForPackage,
  span: PackageSpan | null,
  language: Language,
): EstimatedServiceFacts {
  const weightOf = (piece: Piece) => chargeableWeight(piece, service);
  const [low, high] =
    span === null || usdCents === null ? [null, null] : [weightOf(span.low), weightOf(span.high)];
  return {
    service: describeService(service, language),
    reasons: [...reasons],
    possibleReasons: [...possibleReasons],
    addressFaults: [...addressFaults],
    fromChargeableGrams: low?.chargeableGrams ?? null,
    toChargeableGrams: high?.chargeableGrams ?? null,
    decidedBy: high?.decidedBy ?? null,
    rateValidFrom: service.validFrom,
    fromCents: usdCents?.from ?? null,
    toCents: usdCents?.to ?? null,
  };
}

/**
 * What sending an own package costs by each service, between its lightest and its heaviest packing: freight as a span, never
 * as a price. Throws `not_found`, `nothing_to_ship`, and `inbound_parcel_not_free` where a chosen parcel is not here.
 */
export async function estimateShipping(
  context: SignedInContext,
  { packageId, inboundParcelIds, withoutPackaging = [] }: Input,
): Promise<ShippingEstimate> {
  const { db, session, language } = context;
  const pkg = await findPackage(db, packageId);
  if (pkg === undefined || pkg.userId !== session.person.id) throw apiError("not_found");
  const here = (await listGathered(db, packageId)).filter(
    ({ state }) => state === "received" || state === "packed",
  );
  const wanted = new Set(inboundParcelIds ?? here.map(({ id }) => id));
  const parcels = here.filter(({ id }) => wanted.has(id));
  if (parcels.length < wanted.size) throw apiError("inbound_parcel_not_free");
  const warehouseId = parcels[0]?.warehouseId ?? null;
  const countryCode = countryByName(pkg.destination)?.code;
  if (warehouseId === null || countryCode === undefined) throw apiError("nothing_to_ship");
  const recipient = await readRecipient(db, packageId);
  const facts = await readServiceFacts(context, db, warehouseId);
  const boxes = await readOfferedBoxes(db, warehouseId);
  const losing = new Set(withoutPackaging);
  const span = spanOf(
    parcels.map((parcel) => ({ ...parcel, losesPackaging: losing.has(parcel.id) })),
    boxes,
  );
  const shipped = {
    countryCode,
    destination: pkg.destination,
    recipient,
    ...contentsOf(parcels),
    keptLegs: keptLegsOf(pkg).length,
  };
  const stored = await readStoredDays(db, warehouseId, [...wanted], context.now());
  const box = boxes.find(({ id }) => id === span?.boxId);
  return {
    packageId,
    parcelsCount: parcels.length,
    unmeasuredCount: span?.unmeasured ?? parcels.length,
    fromGrams: span?.low.weightGrams ?? null,
    toGrams: span?.high.weightGrams ?? null,
    boxName: box?.names[language] ?? null,
    boxCents: box?.priceCents ?? 0,
    storageCents: stored.reduce(
      (sum, { days, dayCents, capCents }) => sum + Math.min(capCents, days * dayCents),
      0,
    ),
    recipient,
    items: orderServices(estimateServices(shipped, span, facts), "price").map((one) =>
      factsOf(one, span, language),
    ),
    countryCode,
    isDutyPrepaid: facts.prepaidDuty.includes(countryCode),
    exchangeDay: facts.exchange?.day ?? null,
  };
}
