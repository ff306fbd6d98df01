// What a package will weigh and measure when it is packed, from its inbound parcels: two pieces between which it lies.
import { pieceLimits, type Piece, type SidesMm } from "#catalogue/rules/chargeable-weight.ts";
import {
  compareService,
  latestDays,
  type ClosedReason,
  type ComparedService,
  type ComparisonFacts,
  type ComparisonRequest,
} from "#catalogue/rules/service-comparison.ts";
import { mayBeRequested, type ShippingService } from "#catalogue/rules/shipping-service.ts";

/** An inbound parcel as it was measured. */
export type MeasuredParcel = {
  readonly weightGrams: number | null;
  readonly sidesMm: SidesMm | null;
  /** Whether its own packaging is taken off before packing. */
  readonly losesPackaging: boolean;
};

/** A size of box, measured inside. */
export type BoxSize = {
  readonly id: string;
  readonly innerMm: SidesMm;
  readonly emptyGrams: number;
};

/**
 * `low` is the weight of the parcels in the smallest box for their volume, `high` that with the box and the filling. `boxId`
 * is null where no box holds `high`. `unmeasured` counts parcels that are in neither.
 */
export type PackageSpan = {
  readonly low: Piece;
  readonly high: Piece;
  readonly boxId: string | null;
  readonly unmeasured: number;
};

/** Hundredths of a parcel's volume that remain without its packaging, and of the sum with filling. */
const withoutPackaging = 60;
const withFilling = 110;
const whole = 100;

function volumeOf([length, width, height]: SidesMm): number {
  return length * width * height;
}

function sorted(sides: SidesMm): number[] {
  return sides.toSorted((one, other) => other - one);
}

/** Whether something of these sides fits in, turned as it must be. */
function holds(outer: SidesMm, inner: SidesMm): boolean {
  const room = sorted(outer);
  return sorted(inner).every((side, index) => side <= (room[index] ?? 0));
}

type Contents = { readonly volumeMm3: number; readonly rigid: readonly SidesMm[] };

function isRoomy(innerMm: SidesMm, { volumeMm3, rigid }: Contents): boolean {
  return volumeOf(innerMm) >= volumeMm3 && rigid.every((sides) => holds(innerMm, sides));
}

function smallestBox(boxes: readonly BoxSize[], contents: Contents): BoxSize | undefined {
  return boxes
    .filter(({ innerMm }) => isRoomy(innerMm, contents))
    .toSorted((one, other) => volumeOf(one.innerMm) - volumeOf(other.innerMm))[0];
}

/** The sides of a box made to measure: those of the largest parcels, the shorter ones made longer until the volume fits. */
function sidesToMeasure({ volumeMm3, rigid }: Contents): SidesMm {
  const longest = [0, 1, 2].map((place) =>
    Math.max(1, ...rigid.map((sides) => sorted(sides)[place] ?? 1)),
  );
  const [length = 1, width = 1, height = 1] = longest;
  const sidesFrom = (mm: number): SidesMm => [
    Math.max(length, mm),
    Math.max(width, mm),
    Math.max(height, mm),
  ];
  let side = Math.ceil(Math.cbrt(volumeMm3));
  while (side > 1 && volumeOf(sidesFrom(side - 1)) >= volumeMm3) side -= 1;
  return sidesFrom(Math.min(side, pieceLimits.sideMm));
}

/**
 * The span of a package before it is packed; null while none of its parcels was weighed and measured. A parcel that keeps its
 * packaging counts with its own sides, another with 60 % of its volume; filling adds 10 % to the sum.
 */
export function estimatePackage(
  parcels: readonly MeasuredParcel[],
  boxes: readonly BoxSize[],
): PackageSpan | null {
  const measured = parcels.flatMap(({ weightGrams, sidesMm, losesPackaging }) =>
    weightGrams === null || sidesMm === null ? [] : [{ weightGrams, sidesMm, losesPackaging }],
  );
  const [only] = measured;
  if (only === undefined) return null;
  const grams = measured.reduce((sum, { weightGrams }) => sum + weightGrams, 0);
  const hundredths = measured.reduce(
    (sum, { sidesMm, losesPackaging }) =>
      sum + volumeOf(sidesMm) * (losesPackaging ? withoutPackaging : whole),
    0,
  );
  const rigid = measured.flatMap(({ sidesMm, losesPackaging }) =>
    losesPackaging ? [] : [sidesMm],
  );
  const tight = { volumeMm3: Math.ceil(hundredths / whole), rigid };
  const filled = { volumeMm3: Math.ceil((hundredths * withFilling) / whole / whole), rigid };
  const box = smallestBox(boxes, filled);
  const isSentAsItIs = measured.length === 1 && !only.losesPackaging;
  const lowSides = isSentAsItIs
    ? only.sidesMm
    : (smallestBox(boxes, tight)?.innerMm ?? sidesToMeasure(tight));
  const piece = (weightGrams: number, sidesMm: SidesMm): Piece => ({
    weightGrams: Math.min(Math.max(1, weightGrams), pieceLimits.weightGrams),
    sidesMm,
  });
  return {
    low: piece(grams, lowSides),
    high: piece(grams + (box?.emptyGrams ?? 0), box?.innerMm ?? sidesToMeasure(filled)),
    boxId: box?.id ?? null,
    unmeasured: parcels.length - measured.length,
  };
}

/** What a service will cost in US cents, from and to; what closes it at both ends, and what does at one of them. */
export type EstimatedService = {
  readonly service: ShippingService;
  /** null where one of the ends has no price. */
  readonly usdCents: { readonly from: number; readonly to: number } | null;
  readonly reasons: readonly ClosedReason[];
  readonly possibleReasons: readonly ClosedReason[];
  /** What it says to the heavier end, as which the package is expected to be packed. */
  readonly packed: ComparedService;
};

/** A service for a package that is not packed yet: a span, never a price. */
export function estimateService(
  service: ShippingService,
  request: Omit<ComparisonRequest, "piece">,
  { low, high }: Pick<PackageSpan, "low" | "high">,
  facts: ComparisonFacts,
): EstimatedService {
  const [least, most] = [
    compareService(service, { ...request, piece: low }, facts),
    compareService(service, { ...request, piece: high }, facts),
  ];
  const ends = [least.usdCents, most.usdCents].filter((cents) => cents !== null);
  const [atLow, atHigh] = [least, most].map(
    ({ reasons }) => new Set(reasons.map(({ kind }) => kind)),
  );
  return {
    service,
    usdCents: ends.length < 2 ? null : { from: Math.min(...ends), to: Math.max(...ends) },
    reasons: most.reasons.filter(({ kind }) => atLow?.has(kind)),
    possibleReasons: [
      ...most.reasons.filter(({ kind }) => !atLow?.has(kind)),
      ...least.reasons.filter(({ kind }) => !atHigh?.has(kind)),
    ],
    packed: most,
  };
}

/**
 * Orders services: the open ones first, by the price of the heavier end or by the latest day, measured where it was; ties
 * are ordered by the other.
 */
export function orderServices<T extends EstimatedService>(
  services: readonly T[],
  order: "price" | "time",
): T[] {
  const keysOf = ({ reasons, packed }: T): readonly number[] => {
    // Without an exchange rate the published price still has an order among services of the same currency.
    const cost = packed.usdCents ?? packed.price?.totalCents ?? Infinity;
    const latest = packed.measured?.mostDays ?? latestDays(packed.service);
    return [reasons.length === 0 ? 0 : 1, ...(order === "price" ? [cost, latest] : [latest, cost])];
  };
  const withKeys = services.map((service) => ({ service, keys: keysOf(service) }));
  const sorted = withKeys.toSorted((one, other) => {
    const place = one.keys.findIndex((key, index) => key !== other.keys[index]);
    if (place === -1) return 0;
    return (one.keys[place] ?? 0) < (other.keys[place] ?? 0) ? -1 : 1;
  });
  return sorted.map(({ service }) => service);
}

/** All services in use that ship requests may take, for a parcel between two ends, the open ones first. */
export function estimateServices(
  request: Omit<ComparisonRequest, "piece">,
  ends: Pick<PackageSpan, "low" | "high">,
  facts: ComparisonFacts,
  order: "price" | "time",
): EstimatedService[] {
  const services = facts.services.filter(mayBeRequested);
  return orderServices(
    services.map((service) => estimateService(service, request, ends, facts)),
    order,
  );
}
