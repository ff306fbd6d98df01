import type { RowOf } from "#platform/server/db/tables.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { EstimatedServiceFacts, ShippingEstimate } from "#shipping/contract/ship-quotes.ts";
import { chargeableWeight, type Piece, type SidesMm } from "#catalogue/rules/chargeable-weight.ts";
import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import { countryByName } from "#catalogue/rules/country.ts";
import { goodsReasons, type ClosedReason } from "#catalogue/rules/service-comparison.ts";
import { goesTo, type ShippingService } from "#catalogue/rules/shipping-service.ts";
import type { Language } from "#platform/rules/language.ts";
import {
  orderServices,
  type PackageSpan,
  estimatePackage,
  estimateService,
  type EstimatedService,
} from "#goods/rules/package-estimate.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { readOfferedBoxes, toBoxSize } from "#shipping/server/boxes/boxes.ts";
import { findPackage } from "#goods/server/packages/lock-packages.ts";
import { readRecipient } from "#goods/server/packages/read-packages.ts";
import { describeService } from "#catalogue/server/shipping-services/read-services.ts";
import { readStoredDays } from "./quote-package.ts";
import {
  isFreeOrPacked,
  listGathered,
  notFreeError,
  type GatheredForShipping,
} from "./parcel-queries.ts";
import {
  contentsOf,
  keptLegsOf,
  readServiceFacts,
  comparisonRequest,
  faultsFor,
  type ServiceFacts,
  type ShippedPackage,
} from "./service-facts.ts";
import { postalCodeExample } from "#catalogue/rules/postal-code.ts";
import type { AddressFault } from "#catalogue/rules/carrier-address.ts";
import { translate } from "#platform/server/translate.ts";
import type { RequestParcel } from "./request-queries.ts";

type Input = {
  readonly packageId: string;
  readonly inboundParcelIds?: readonly string[] | undefined;
  readonly withoutPackaging?: readonly string[] | undefined;
};

function toEstimatedService(
  { service, usdCents, reasons, possibleReasons, addressFaults, packed }: EstimatedForPackage,
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
    goodsLimits: [...packed.goodsLimits],
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
  const { db, session } = context;
  const pkg = await findPackage(db, packageId);
  if (pkg === undefined || pkg.userId !== session.person.id) throw apiError("not_found");
  const gathered = await listGathered(db, packageId);
  const here = gathered.filter(isFreeOrPacked);
  const wanted = new Set(inboundParcelIds ?? here.map(({ id }) => id));
  const parcels = here.filter(({ id }) => wanted.has(id));
  if (parcels.length < wanted.size) throw notFreeError(gathered.filter(({ id }) => wanted.has(id)));
  const warehouseId = parcels[0]?.warehouseId ?? null;
  const countryCode = countryByName(pkg.destination)?.code;
  if (warehouseId === null || countryCode === undefined) throw apiError("nothing_to_ship");
  const place = {
    countryCode,
    destination: pkg.destination,
    recipient: await readRecipient(db, packageId),
    keptLegs: keptLegsOf(pkg).length,
  };
  const facts = await readEstimateFacts(context, warehouseId, withoutPackaging);
  const together = estimateTogether(parcels, place, facts);
  const estimate = await describeEstimate(context, together, place, facts);
  return { packageId, ...estimate, countryCode };
}

/** Where something goes: the package as services judge it, without what it contains. */
export type ShippedPlace = Omit<ShippedPackage, "batteries" | "goods" | "proven" | "values">;

/** What estimates of a warehouse depend on, read once for many. */
export type EstimateFacts = {
  readonly warehouseId: string;
  readonly facts: ServiceFacts;
  readonly boxes: readonly RowOf<"boxes">[];
  /** The ids of parcels whose packaging is removed. */
  readonly losing: ReadonlySet<string>;
};

/** Reads what estimates of a warehouse depend on. */
export async function readEstimateFacts(
  context: SignedInContext,
  warehouseId: string,
  withoutPackaging: readonly string[] = [],
): Promise<EstimateFacts> {
  return {
    warehouseId,
    facts: await readServiceFacts(context, context.db, warehouseId),
    boxes: await readOfferedBoxes(context.db, warehouseId),
    losing: new Set(withoutPackaging),
  };
}

/** What parcels will weigh together, their box, and what every service says to them. */
export function estimateTogether(
  parcels: readonly GatheredForShipping[],
  place: ShippedPlace | null,
  { facts, boxes, losing }: EstimateFacts,
) {
  const span = spanOf(
    parcels.map((parcel) => ({ ...parcel, losesPackaging: losing.has(parcel.id) })),
    boxes,
  );
  const services =
    place === null ? [] : estimateServices({ ...place, ...contentsOf(parcels) }, span, facts);
  return { parcels, span, box: boxes.find(({ id }) => id === span?.boxId), services };
}

export type JudgedService = {
  readonly service: ShippingService;
  readonly reasons: readonly ClosedReason[];
};

/** What the services that go there say to parcels together; without a place, all of them as far as their goods decide. */
export function judgedServices(
  { parcels, services }: Pick<ReturnType<typeof estimateTogether>, "parcels" | "services">,
  place: ShippedPlace | null,
  { facts }: EstimateFacts,
): JudgedService[] {
  if (place !== null) {
    return services.filter(({ service }) => goesTo(service, place.countryCode, facts.services));
  }
  const contents = { ...contentsOf(parcels), countryCode: null };
  return facts.offered.map((service) => ({
    service,
    reasons: goodsReasons(service, contents, facts).reasons.map(
      (reason) => ({ kind: "goods_rule", ...reason }) as const,
    ),
  }));
}

/** How many services take it, of how many. */
export function goesBy(judged: readonly JudgedService[]): {
  readonly count: number;
  readonly of: number;
} {
  return { count: judged.filter(({ reasons }) => reasons.length === 0).length, of: judged.length };
}

/** What customers read of an estimate; without a place there are no services. */
export async function describeEstimate(
  context: SignedInContext,
  { parcels, span, box, services }: ReturnType<typeof estimateTogether>,
  place: ShippedPlace | null,
  { warehouseId, facts }: EstimateFacts,
): Promise<Omit<ShippingEstimate, "packageId" | "countryCode">> {
  const { db, language } = context;
  const parcelIds = parcels.map(({ id }) => id);
  const stored = await readStoredDays(db, warehouseId, parcelIds, context.now());
  return {
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
    recipient: place?.recipient ?? emptyRecipient,
    items: orderServices(services, "price").map((one) => toEstimatedService(one, span, language)),
    isDutyPrepaid: place !== null && facts.dutyPrepaidIn.includes(place.countryCode),
    exchangeDay: facts.exchange?.day ?? null,
  };
}

type Measured = Pick<RequestParcel, "weightGrams" | "lengthMm" | "widthMm" | "heightMm">;

/** The sides of a parcel; null where they were not measured. */
export function sidesOf({ lengthMm, widthMm, heightMm }: Omit<Measured, "weightGrams">) {
  const isSized = lengthMm !== null && widthMm !== null && heightMm !== null;
  return isSized ? ([lengthMm, widthMm, heightMm] satisfies SidesMm) : null;
}

/** Between what a package will lie once it is packed; null where nothing was measured. */
export function spanOf(
  parcels: readonly (Measured & { readonly losesPackaging: boolean })[],
  boxes: readonly RowOf<"boxes">[],
): PackageSpan | null {
  return estimatePackage(
    parcels.map((parcel) => ({
      weightGrams: parcel.weightGrams,
      sidesMm: sidesOf(parcel),
      losesPackaging: parcel.losesPackaging,
    })),
    boxes.map(toBoxSize),
  );
}

/** The smallest piece there is: by it a service is judged of which nothing was measured. */
const leastPiece = { weightGrams: 1, sidesMm: null };

export type EstimatedForPackage = EstimatedService & {
  readonly addressFaults: readonly AddressFault[];
};

/** What every service says to a package before it is packed; the address, which can still be corrected, closes none. */
export function estimateServices(
  pkg: ShippedPackage,
  span: PackageSpan | null,
  facts: ServiceFacts,
): EstimatedForPackage[] {
  const ends = span ?? { low: leastPiece, high: leastPiece };
  return facts.offered.map((service) => {
    const request = comparisonRequest(service, pkg, facts);
    const estimated = estimateService(
      service,
      { ...request, isAddressComplete: true },
      ends,
      facts,
    );
    return {
      ...estimated,
      usdCents: span === null ? null : estimated.usdCents,
      addressFaults: faultsFor(service, pkg, facts),
    };
  });
}

function faultSentence(fault: AddressFault, language: Language): string {
  const { field, kind, maximum = 0, character = "" } = fault;
  const name = translate(language, `errors.recipientField.${field}`);
  if (kind === "missing") return translate(language, "errors.recipientMissing", { field: name });
  if (fault.countryCode !== undefined)
    return translate(language, "labels.postalCodeExample", {
      example: postalCodeExample(fault.countryCode),
    });
  return kind === "too_long"
    ? translate(language, "errors.recipientTooLong", { field: name, maximum })
    : translate(language, "errors.recipientNotPrintable", { field: name, character });
}

/** Throws `recipient_incomplete`, which names the first field and lists them all, where there is any fault. */
export function rejectFaults(faults: readonly AddressFault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  throw apiError("recipient_incomplete", { field: first.field, faults }, (language) =>
    faultSentence(first, language),
  );
}
