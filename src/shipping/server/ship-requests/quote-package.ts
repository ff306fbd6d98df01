// Quotes a packed box by every service that takes it.
import { apiError } from "#platform/contract/errors.ts";
import type { SidesMm } from "#catalogue/rules/chargeable-weight.ts";
import type { AddressFault } from "#catalogue/rules/carrier-address.ts";
import { isQuoteExact } from "#catalogue/rules/quote-breakdown.ts";
import { quoteLines, quoteSums, type PackageCharges } from "#shipping/rules/ship-quote.ts";
import { quoteLifetimeMilliseconds } from "#shipping/rules/ship-request.ts";
import { compareService, type ComparedService } from "#catalogue/rules/service-comparison.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { QuoteRow, ShipRequestRow } from "#shipping/server/tables/ship-requests.ts";
import { lockWallet } from "#money/server/wallet/holds/request-holds.ts";
import { readCharges } from "./charges.ts";
import type { LockedRequest } from "./lock-request.ts";
import { endQuotes, insertQuotes, listOpenQuotes } from "./quote-queries.ts";
import { listRequestParcels } from "./request-queries.ts";
import {
  comparisonRequest,
  contentsOf,
  faultsFor,
  keptLegsOf,
  readServiceFacts,
  type QuoteServices,
  type ServiceFacts,
  type ShippedPackage,
} from "./service-facts.ts";

export type ComparedForRequest = ComparedService & {
  readonly addressFaults: readonly AddressFault[];
};

/** The weight and sides of a packed box. Throws `conflict` before it is packed. */
export function packedPiece(request: ShipRequestRow): {
  readonly weightGrams: number;
  readonly sidesMm: SidesMm;
} {
  const { packedGrams, packedLengthMm, packedWidthMm, packedHeightMm } = request;
  if (
    packedGrams === null ||
    packedLengthMm === null ||
    packedWidthMm === null ||
    packedHeightMm === null
  ) {
    throw apiError("conflict", { current: request.state });
  }
  return { weightGrams: packedGrams, sidesMm: [packedLengthMm, packedWidthMm, packedHeightMm] };
}

/** The package of a request as services judge it. */
export async function shippedPackage(
  db: Db,
  { request, pkg }: LockedRequest,
): Promise<ShippedPackage> {
  const parcels = await listRequestParcels(db, request.id);
  const going = parcels.filter(({ state }) => state === "in_box" || state === "to_find");
  return {
    countryCode: request.countryCode,
    destination: pkg.destination,
    recipient: request.recipient,
    ...contentsOf(going),
    keptLegs: keptLegsOf(pkg).length,
  };
}

/** What every service says to a packed box. */
export function compareForBox(
  request: ShipRequestRow,
  shipped: ShippedPackage,
  facts: ServiceFacts,
): ComparedForRequest[] {
  const piece = packedPiece(request);
  return facts.offered.map((service) => {
    const compared = compareService(
      service,
      { ...comparisonRequest(service, shipped, facts), piece },
      facts,
    );
    return { ...compared, addressFaults: faultsFor(service, shipped, facts) };
  });
}

function newQuote(
  { request, pkg }: LockedRequest,
  shipped: ShippedPackage,
  compared: ComparedForRequest,
  charges: PackageCharges,
  { exchange }: ServiceFacts,
  now: Date,
) {
  const lines = quoteLines(compared, charges, exchange);
  if (lines === null || compared.price === null) return [];
  const sums = quoteSums(lines);
  if (!isQuoteExact({ lines, exchange, totalCents: sums.totalCents })) {
    throw new Error(`The quote of ${request.id} by ${compared.service.code} does not recompute.`);
  }
  const { weight } = compared.price;
  const inputs = {
    ...packedPiece(request),
    countryCode: shipped.countryCode,
    battery: shipped.batteries[0] ?? null,
    goods: shipped.goods,
    volumetricGrams: weight.volumetricGrams,
    chargeableGrams: weight.chargeableGrams,
  };
  const isConverted = lines.some(({ currency }) => currency !== "USD");
  return [
    {
      userId: request.userId,
      packageId: pkg.id,
      shipRequestId: request.id,
      basis: "packed" as const,
      serviceId: compared.service.id,
      serviceCode: compared.service.code,
      inputs: JSON.stringify(inputs),
      lines: JSON.stringify(lines),
      exchange: isConverted ? JSON.stringify(exchange) : null,
      ...sums,
      createdAt: now,
      validUntil: new Date(now.getTime() + quoteLifetimeMilliseconds),
    },
  ];
}

/** A packed box with its quotes, and what every service says. */
export type QuotedBox = {
  readonly compared: readonly ComparedForRequest[];
  readonly quotes: readonly QuoteRow[];
  readonly isOverPlan: boolean;
};

/**
 * Quotes a packed box anew by every service that takes it; earlier quotes end. The wallet stays locked until the transaction ends,
 * so that pieces of one parcel in two packages that are accepted at once are charged one cap.
 */
export async function quotePackage(
  services: QuoteServices,
  db: Db,
  locked: LockedRequest,
): Promise<QuotedBox> {
  const now = services.now();
  const { request } = locked;
  // What is charged depends on what the customer accepts of other packages at the same moment.
  await lockWallet(db, request.userId);
  const facts = await readServiceFacts(services, db, request.warehouseId);
  const shipped = await shippedPackage(db, locked);
  const { charges, isOverPlan } = await readCharges(db, request, now);
  const compared = compareForBox(request, shipped, facts);
  const open = await listOpenQuotes(db, request.id);
  const isExpired = open.length > 0 && open.every(({ validUntil }) => validUntil <= now);
  await endQuotes(db, request.id, isExpired ? "expired" : "replaced", now);
  const rows = compared.flatMap((one) => newQuote(locked, shipped, one, charges, facts, now));
  return { compared, quotes: await insertQuotes(db, rows), isOverPlan };
}
