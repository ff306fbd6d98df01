// Quotes a packed box by every service that takes it.
import { apiError } from "#platform/contract/errors.ts";
import type { SidesMm } from "#catalogue/rules/chargeable-weight.ts";
import type { AddressFault } from "#catalogue/rules/carrier-address.ts";
import { isQuoteExact, type QuoteLine } from "#catalogue/rules/quote-breakdown.ts";
import {
  quoteLines,
  quoteSums,
  type PackageCharges,
  overWeightSteps,
  cheaperLines,
} from "#shipping/rules/ship-quote.ts";
import {
  quoteLifetimeMilliseconds,
  weightLimitGrams,
  isQuoteValid,
} from "#shipping/rules/ship-request.ts";
import {
  compareService,
  reasonsAgainstQuoted,
  type ComparedService,
} from "#catalogue/rules/service-comparison.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, RowOf } from "#platform/server/db/tables.ts";
import { lockWallet } from "#money/server/wallet/request-holds.ts";
import { type LockedRequest, recordRequestEvent, type RequestActor } from "./change-request.ts";
import {
  endQuotes,
  insertQuotes,
  listOpenQuotes,
  listChargedForOtherPieces,
} from "./quote-queries.ts";
import { listRequestParcels, getPlanFacts, getWarehousePlace } from "./request-queries.ts";
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
import { localTime } from "#platform/rules/calendar.ts";
import {
  chargedUntil,
  storedDays,
  type ShelvedBox,
  type StoredDays,
} from "#goods/rules/storage-fee.ts";
import { readBox, readOverWeightFee } from "#shipping/server/boxes/boxes.ts";
import { readDoneServices } from "#shipping/server/extra-services/orders.ts";
import { readStorageRows } from "#goods/server/storage-rates/storage.ts";

type ComparedForRequest = ComparedService & {
  readonly addressFaults: readonly AddressFault[];
};

/** Why the service with this code, or every one, does not take a box: for what is in it, or for something else. */
export function closedFor(
  compared: readonly ComparedService[],
  serviceCode: string | null,
): "goods" | "lane_closed" {
  const isByGoods = compared.some(
    ({ service, reasons }) =>
      (serviceCode === null || service.code === serviceCode) &&
      reasons.some(({ kind }) => kind === "goods_rule"),
  );
  return isByGoods ? "goods" : "lane_closed";
}

/** The services that take a box; one that has quoted it does so without an exchange rate too. */
export function openCodes(
  compared: readonly ComparedService[],
  quotes: readonly Pick<RowOf<"quotes">, "serviceCode">[],
): string[] {
  const quoted = new Set(quotes.map(({ serviceCode }) => serviceCode));
  return compared.flatMap((one) => {
    const { code } = one.service;
    const reasons = quoted.has(code) ? reasonsAgainstQuoted(one) : one.reasons;
    return reasons.length === 0 ? [code] : [];
  });
}

/** The weight and sides of a packed box. Throws `conflict` before it is packed. */
function packedPiece(request: RowOf<"shipRequests">): {
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
  request: RowOf<"shipRequests">,
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

/** The same of a box with its quotes: one that is quoted is open also without exchange rates. */
export async function compareQuoted(
  services: QuoteServices,
  db: Db,
  locked: LockedRequest,
  quotes: readonly RowOf<"quotes">[],
): Promise<readonly (ComparedForRequest & { readonly quoteId: string | null })[]> {
  const { request } = locked;
  const facts = await readServiceFacts(services, db, request.warehouseId);
  return compareForBox(request, await shippedPackage(db, locked), facts).map((compared) => {
    const { code } = compared.service;
    const quote = quotes.find(({ serviceCode, ended }) => serviceCode === code && ended === null);
    if (quote === undefined) return { ...compared, quoteId: null };
    return { ...compared, reasons: reasonsAgainstQuoted(compared), quoteId: quote.id };
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
      validUntil: validityEnd(now),
    },
  ];
}

/** Until when a price counts that is said now. */
function validityEnd(now: Date): Date {
  return new Date(now.getTime() + quoteLifetimeMilliseconds);
}

/** A quote as a new one, which has its figures and other lines where these are given. */
function quoteAgain(
  { id: _id, number: _number, ended: _ended, endedAt: _endedAt, ...quote }: RowOf<"quotes">,
  lines: readonly QuoteLine[] = quote.lines,
): InsertOf<"quotes"> {
  const { inputs, exchange } = quote;
  return {
    ...quote,
    inputs: JSON.stringify(inputs),
    lines: JSON.stringify(lines),
    exchange: exchange === null ? null : JSON.stringify(exchange),
    ...quoteSums(lines),
  };
}

/** A packed box with its quotes, and what every service says. */
export type QuotedBox = {
  readonly compared: readonly ComparedForRequest[];
  readonly quotes: readonly RowOf<"quotes">[];
  readonly isOverPlan: boolean;
};

/**
 * Quotes a packed box anew by every service that takes it; earlier quotes end, but a price that was accepted, `held`, is said
 * again while its service takes the box. The wallet stays locked until the transaction ends, so that pieces of one parcel in two
 * packages that are accepted at once are charged one cap.
 */
export async function quotePackage(
  services: QuoteServices,
  db: Db,
  locked: LockedRequest,
  held?: RowOf<"quotes">,
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
  const isHeld = held !== undefined && openCodes(compared, [held]).includes(held.serviceCode);
  const kept = isHeld ? [{ ...quoteAgain(held), validUntil: validityEnd(now) }] : [];
  const anew = compared
    .filter(({ service }) => !kept.some(({ serviceCode }) => serviceCode === service.code))
    .flatMap((one) => newQuote(locked, shipped, one, charges, facts, now));
  return { compared, quotes: await insertQuotes(db, [...kept, ...anew]), isOverPlan };
}

/** The most that the package of a request may weigh; null: nothing says so. */
export async function readWeightLimit(
  db: Db,
  { userId, packageId }: Pick<RowOf<"shipRequests">, "userId" | "packageId">,
): Promise<number | null> {
  return packageId === null ? null : weightLimitGrams(await getPlanFacts(db, userId, packageId));
}

/**
 * The storage of parcels up to today, each by its own clock. That of a request stops when it was promised to be packed; its box,
 * where it was shelved before, is one piece.
 */
export async function readStoredDays(
  db: Db,
  warehouseId: string,
  parcelIds: readonly string[],
  now: Date,
  request: RowOf<"shipRequests"> | null = null,
): Promise<StoredDays[]> {
  const { timeZone } = await getWarehousePlace(db, warehouseId);
  const dayOf = (moment: Date) => localTime(timeZone, moment).day;
  const today = dayOf(now);
  const packedAt = request?.packedAt ?? null;
  const until =
    request === null
      ? today
      : chargedUntil(today, {
          promisedOn: dayOf(request.dueAt),
          packedOn: packedAt === null ? null : dayOf(packedAt),
        });
  const charged = await listChargedForOtherPieces(db, parcelIds, request?.id ?? null);
  const parcels = (await readStorageRows(db, parcelIds)).map((parcel) => ({
    ...parcel,
    chargedCents: charged.get(parcel.id) ?? 0,
  }));
  return storedDays(parcels, until, toShelvedBox(request, timeZone));
}

/** The box of a request that was packed before it was requested, as it lay on the shelf. */
function toShelvedBox(request: RowOf<"shipRequests"> | null, timeZone: string): ShelvedBox | null {
  if (request === null || request.packedAt === null || request.packedGrams === null) return null;
  if (request.packedAt >= request.createdAt) return null;
  const { packedGrams: weightGrams, packedLengthMm, packedWidthMm, packedHeightMm } = request;
  const sidesMm = [packedLengthMm ?? 0, packedWidthMm ?? 0, packedHeightMm ?? 0];
  return { since: localTime(timeZone, request.packedAt).day, size: { weightGrams, sidesMm } };
}

/** What is charged for a packed box besides freight, and whether it is heavier than the plan carries. */
export async function readCharges(
  db: Db,
  request: RowOf<"shipRequests">,
  now: Date,
): Promise<{ readonly charges: PackageCharges; readonly isOverPlan: boolean }> {
  const parcels = await listRequestParcels(db, request.id);
  const inBox = parcels.filter(({ state }) => state === "in_box");
  const box = request.boxId === null ? undefined : await readBox(db, request.boxId);
  const limit = await readWeightLimit(db, request);
  const steps = overWeightSteps(request.packedGrams ?? 0, limit);
  const stepCents = steps === 0 ? null : await readOverWeightFee(db);
  return {
    isOverPlan: steps > 0 && stepCents === null,
    charges: {
      box: box === undefined ? null : { names: box.names, priceCents: box.priceCents },
      overWeight: stepCents === null ? null : { steps, stepCents },
      extraServices: await readDoneServices(db, request.id),
      storage: await readStoredDays(
        db,
        request.warehouseId,
        inBox.map(({ inboundParcelId }) => inboundParcelId),
        now,
        request,
      ),
    },
  };
}

/**
 * Makes the valid open quotes of a packed box anew whose storage, or fee for weight above the plan, costs less by now, as of the
 * day on which they were made: a larger plan has more free days and carries more. Freight, exchange rate and validity stay, and
 * nothing becomes dearer. The wallet stays locked until the transaction ends. Returns all open quotes, and whether any was made anew.
 */
export async function improveQuotes(
  db: Db,
  { request }: LockedRequest,
  actor: RequestActor,
): Promise<{ readonly quotes: readonly RowOf<"quotes">[]; readonly isImproved: boolean }> {
  // What is charged depends on what the customer accepts of other packages at the same moment.
  await lockWallet(db, request.userId);
  const quotes = await listOpenQuotes(db, request.id);
  let isImproved = false;
  for (const quote of quotes.filter((one) => isQuoteValid(one, actor.at))) {
    const { charges, isOverPlan } = await readCharges(db, request, quote.createdAt);
    const lines = cheaperLines(quote.lines, charges);
    const sums = quoteSums(lines);
    // Without a fee for it, weight above the plan is no price: the box waits for a larger plan.
    if (isOverPlan || sums.totalCents >= quote.totalCents) continue;
    const { exchange } = quote;
    if (!isQuoteExact({ lines, exchange, totalCents: sums.totalCents })) {
      throw new Error(`Quote ${quote.id} does not recompute with less storage.`);
    }
    await endQuotes(db, request.id, "replaced", actor.at, quote.id);
    await insertQuotes(db, [quoteAgain(quote, lines)]);
    isImproved = true;
  }
  if (!isImproved) return { quotes, isImproved };
  await recordRequestEvent(db, request.id, actor, "quoted_anew");
  return { quotes: await listOpenQuotes(db, request.id), isImproved };
}
