import type { ShipRequest, ShipRequestSummary } from "#shipping/contract/ship-requests.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  readPackagePlaces,
  readPackagePlace,
  type PackagePlace,
} from "#goods/server/packages/read-packages.ts";
import {
  listOwnRequests,
  findRequest,
  listRequestParcels,
  type RequestParcel,
  hasOpenRequest,
} from "./request-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { ShipQuote } from "#shipping/contract/ship-quotes.ts";
import type { Language } from "#platform/rules/language.ts";
import { subjectIn } from "#shipping/rules/ship-quote.ts";
import { nextShipRequestState, waitingDays } from "#shipping/rules/ship-request.ts";
import { listEvents, type StoredEvent } from "#people/server/db/events.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { readBox } from "#shipping/server/boxes/boxes.ts";
import { describeOrders, readOrdersOfRequest } from "#shipping/server/extra-services/orders.ts";
import { readOwnThumbnails } from "#goods/server/inbound-parcels/parcel-images.ts";
import { findPackage } from "#goods/server/packages/lock-packages.ts";
import { readImagesOfRequest } from "./packing/packing-images.ts";
import { describeService } from "#catalogue/server/shipping-services/read-services.ts";
import { isDutyPrepaidIn } from "#catalogue/server/suggestions/suggestions.ts";
import { missingForHolds, listRequestHolds } from "#money/server/wallet/request-holds.ts";
import { isHoldOfExtraService, hasDeparted, type StoppedNews } from "./change-request.ts";
import { readWeightLimit, compareQuoted } from "./quote-package.ts";
import { isFreeToGo, listGathered } from "./parcel-queries.ts";
import {
  findQuote,
  findServiceNames,
  listOpenQuotes,
  listQuotedServices,
} from "./quote-queries.ts";
import { readStopped } from "./waiting-news.ts";

/** An own ship request with its parcels, photos, quotes and history. Throws `not_found`. */
export async function readShipRequest(
  context: SignedInContext,
  input: { readonly shipRequestId: string },
): Promise<ShipRequest> {
  return await describeShipRequest(context, input.shipRequestId);
}

/**
 * Own ship requests, the newest first: all, those of one package, those that wait for their customer, or those that a search
 * finds among the newest 1,000.
 */
export async function listShipRequests(
  { db, session, language }: SignedInContext,
  input: {
    readonly packageId?: string | undefined;
    readonly group: "all" | "waiting";
    readonly search: string;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: ShipRequestSummary[]; total: number }> {
  const { packageId = null, group, search, page, pageSize } = input;
  const { rows, total } = await listOwnRequests(db, session.person.id, {
    packageId,
    isWaiting: group === "waiting",
    search,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  const packageIds = rows.flatMap((row) => row.packageId ?? []);
  const packages = await readPackagePlaces(db, packageIds);
  return {
    items: rows.map(({ heldCents, totalCents, parcelsCount, serviceNames, ...row }) =>
      toSummary(row, {
        pkg: packages.get(row.packageId ?? "") ?? null,
        heldCents: Number(heldCents),
        totalCents,
        serviceName: serviceNames?.[language] ?? null,
        parcelsCount: Number(parcelsCount),
      }),
    ),
    total,
  };
}

const dayMilliseconds = 86_400_000;

/** What lists show of a request. */
function toSummary(
  row: RowOf<"shipRequests">,
  facts: {
    readonly pkg: PackagePlace | null;
    readonly heldCents: number;
    readonly totalCents: number | null;
    readonly serviceName: string | null;
    readonly parcelsCount: number;
  },
): ShipRequestSummary {
  const { waitingSince } = row;
  return {
    id: row.id,
    packageId: row.packageId,
    packageName: facts.pkg?.name ?? null,
    trackingNumber: facts.pkg?.trackingNumber ?? null,
    destination: facts.pkg?.destination ?? null,
    countryCode: row.countryCode,
    state: row.state,
    waitingReason: row.waitingReason,
    waitingSince: waitingSince?.toISOString() ?? null,
    shelvedAfter:
      waitingSince === null
        ? null
        : new Date(waitingSince.getTime() + waitingDays.shelved * dayMilliseconds).toISOString(),
    paymentMode: row.paymentMode,
    serviceCode: row.serviceCode,
    serviceName: facts.serviceName,
    capCents: row.capCents,
    heldCents: facts.heldCents,
    totalCents: facts.totalCents,
    parcelsCount: facts.parcelsCount,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

/** Quotes as their customer reads them. */
async function describeQuotes(
  db: Db,
  rows: readonly RowOf<"quotes">[],
  language: Language,
): Promise<ShipQuote[]> {
  const services = await listQuotedServices(
    db,
    rows.map(({ serviceId }) => serviceId),
  );
  const byId = new Map(services.map((service) => [service.id, service]));
  return rows.flatMap((row): ShipQuote[] => {
    const service = byId.get(row.serviceId);
    if (service === undefined) return [];
    return [
      {
        id: row.id,
        number: String(row.number),
        basis: row.basis,
        service: describeService(service, language),
        rateValidFrom: service.validFrom,
        lines: row.lines.map(({ names, subject, working, ...line }) => ({
          ...line,
          subject: subjectIn({ names, subject }, language),
          working: { ...working },
        })),
        exchange: row.exchange && { ...row.exchange, rates: { ...row.exchange.rates } },
        weightGrams: row.inputs.weightGrams,
        chargeableGrams: row.inputs.chargeableGrams,
        volumetricGrams: row.inputs.volumetricGrams,
        freightCents: row.freightCents,
        storageCents: row.storageCents,
        serviceCents: row.serviceCents,
        extraServiceCents: row.extraServiceCents,
        totalCents: row.totalCents,
        createdAt: row.createdAt.toISOString(),
        validUntil: row.validUntil.toISOString(),
        ended: row.ended,
      },
    ];
  });
}

type Listed = Pick<
  RequestParcel,
  "labelCode" | "trackingNumber" | "description" | "weightGrams" | "state"
> & { readonly inboundParcelId: string };

async function describeParcels(
  context: SignedInContext,
  parcels: readonly Listed[],
): Promise<ShipRequest["parcels"]> {
  const thumbnails = await readOwnThumbnails(
    context,
    parcels.map(({ inboundParcelId }) => inboundParcelId),
  );
  return parcels.map((parcel) => ({
    inboundParcelId: parcel.inboundParcelId,
    labelCode: parcel.labelCode,
    trackingNumber: parcel.trackingNumber,
    description: parcel.description,
    weightGrams: parcel.weightGrams,
    state: parcel.state,
    thumbnailUrl: thumbnails.get(parcel.inboundParcelId) ?? null,
  }));
}

/** The quotes that a customer sees: those that count, or the one that they accepted. */
async function listShownQuotes(db: Db, row: RowOf<"shipRequests">): Promise<RowOf<"quotes">[]> {
  const open = await listOpenQuotes(db, row.id);
  const accepted = row.quoteId === null ? undefined : await findQuote(db, row.quoteId);
  return accepted === undefined || open.some(({ id }) => id === accepted.id)
    ? open
    : [accepted, ...open];
}

/** What a deposit needs to add so that a request that waits for it goes on. */
async function readMissing(db: Db, row: RowOf<"shipRequests">, quotes: readonly RowOf<"quotes">[]) {
  const wanted = quotes.find(({ id }) => id === row.quoteId);
  if (row.waitingReason !== "top_up" || wanted === undefined) return 0;
  const open = await listRequestHolds(db, row.id);
  const replaced = open.filter((hold) => !isHoldOfExtraService(hold));
  const needed = wanted.totalCents - wanted.extraServiceCents;
  return await missingForHolds(db, row.userId, needed, replaced);
}

/** An event as its customer reads it. */
function describeEvent(
  { id, kind, actor, facts: { serviceNames, ...facts }, createdAt }: StoredEvent<"ship_request">,
  language: Language,
): ShipRequest["events"][number] {
  return {
    id: String(id),
    kind,
    actor,
    ...facts,
    ...(serviceNames !== undefined && { serviceName: serviceNames[language] }),
    createdAt: createdAt.toISOString(),
  };
}

/** The packed box of a request; null before it is packed. */
export function toPacked(
  row: RowOf<"shipRequests">,
  boxName: string | null,
): ShipRequest["packed"] {
  const { packedGrams, packedLengthMm, packedWidthMm, packedHeightMm, packedAt } = row;
  if (packedGrams === null || packedAt === null) return null;
  return {
    weightGrams: packedGrams,
    sidesMm: [packedLengthMm ?? 0, packedWidthMm ?? 0, packedHeightMm ?? 0],
    boxName,
    packedAt: packedAt.toISOString(),
  };
}

/** Whether its customer can cancel a request now. */
async function mayCancel(db: Db, request: RowOf<"shipRequests">): Promise<boolean> {
  const { packageId } = request;
  if (packageId === null || nextShipRequestState("cancel", "customer", request) === null) {
    return false;
  }
  const pkg = await findPackage(db, packageId);
  return pkg !== undefined && !(await hasDeparted(db, { request, pkg }));
}

/** A request of the signed-in customer with everything that its page shows. Throws `not_found`. */
export async function describeShipRequest(
  context: SignedInContext,
  shipRequestId: string,
): Promise<ShipRequest> {
  const { db, session, language } = context;
  const row = await findRequest(db, shipRequestId);
  if (row === undefined || row.userId !== session.person.id) throw apiError("not_found");
  const { packageId } = row;
  const pkg = packageId === null ? null : await readPackagePlace(db, packageId);
  const parcels = await listRequestParcels(db, row.id);
  const quotes = await listShownQuotes(db, row);
  const held = await listRequestHolds(db, row.id);
  const box = row.boxId === null ? undefined : await readBox(db, row.boxId);
  const isOpenBox = row.state === "requested" || row.state === "packing";
  const gathered = isOpenBox && packageId !== null ? await listGathered(db, packageId) : [];
  const known = new Set(parcels.map(({ inboundParcelId }) => inboundParcelId));
  const choosable = gathered
    .filter((parcel) => isFreeToGo(parcel) && !known.has(parcel.id))
    .map((parcel) => ({
      ...parcel,
      inboundParcelId: parcel.id,
      state: "left_out" as const,
    }));
  const events = await listEvents(db, "ship_request", [row.id]);
  return {
    ...toSummary(row, {
      pkg,
      heldCents: held.reduce((sum, { amountCents }) => sum + Number(amountCents), 0),
      totalCents: quotes.find(({ ended }) => ended === "accepted")?.totalCents ?? null,
      serviceName: (await findServiceNames(db, row.serviceCode))?.[language] ?? null,
      parcelsCount: parcels.filter(({ state }) => state !== "left_out").length,
    }),
    recipient: row.recipient,
    note: row.note,
    category: row.category,
    categoryText: row.categoryText,
    commerceType: row.commerceType,
    signedAt: row.signedAt?.toISOString() ?? null,
    dueAt: row.dueAt.toISOString(),
    version: row.version,
    parcels: await describeParcels(context, parcels),
    extraServices: await describeOrders(context, db, await readOrdersOfRequest(db, row.id)),
    packed: toPacked(row, box?.names[language] ?? null),
    images: await readImagesOfRequest(context, db, row.id),
    quotes: await describeQuotes(db, quotes, language),
    ...(await compareStored(context, row, quotes)),
    maximumGrams: await readWeightLimit(db, row),
    isDutyPrepaid: await isDutyPrepaidIn(context, row.countryCode),
    missingCents: await readMissing(db, row, quotes),
    choosableParcels: await describeParcels(context, choosable),
    events: events.map((event) => describeEvent(event, language)),
    mayCancel: await mayCancel(db, row),
    endedReason: row.endedReason,
  };
}

/** What a packed box that waits is told: all services, those with a quote first, each as it is now, and what stops it. */
async function compareStored(
  context: SignedInContext,
  request: RowOf<"shipRequests">,
  quotes: readonly RowOf<"quotes">[],
): Promise<Pick<ShipRequest, "services" | "stopped">> {
  const { db, language } = context;
  const { state, packageId, packedGrams } = request;
  const isPacked = state === "waiting_for_customer" && packedGrams !== null;
  const pkg = isPacked && packageId !== null ? await findPackage(db, packageId) : undefined;
  if (pkg === undefined) return { services: [], stopped: null };
  const compared = await compareQuoted(context, db, { request, pkg }, quotes);
  const place = (quoteId: string | null) => {
    const index = quotes.findIndex(({ id }) => id === quoteId);
    return index === -1 ? quotes.length : index;
  };
  const { stopped } = await readStopped(context, db, { request, pkg }, compared);
  return {
    services: compared
      .map(({ service, reasons, addressFaults, goodsLimits, quoteId }) => ({
        service: describeService(service, language),
        reasons: [...reasons],
        addressFaults: [...addressFaults],
        goodsLimits: [...goodsLimits],
        quoteId,
      }))
      .toSorted((one, other) => place(one.quoteId) - place(other.quoteId)),
    stopped: stopped === undefined ? null : describeStopped(stopped, language),
  };
}

function describeStopped(
  { carriers, proofServices, inboundParcelIds, hasHold: _hasHold, ...stopped }: StoppedNews,
  language: Language,
): ShipRequest["stopped"] {
  return {
    ...stopped,
    carriers: carriers.map((names) => names[language]),
    proofServices: proofServices.map((names) => names[language]),
    inboundParcelIds: [...inboundParcelIds],
  };
}

/** Whether any package of a customer is being prepared, so that their account must stay as it is. */
export async function hasOpenRequests(db: Db, userId: string): Promise<boolean> {
  return await hasOpenRequest(db, userId);
}

const pageSize = 100;

/** All of the signed-in customer's ship requests with their quotes and history, for the export of the account. */
export async function exportShipRequests(context: SignedInContext): Promise<ShipRequest[]> {
  const { db, session } = context;
  const all: ShipRequest[] = [];
  for (;;) {
    const page = { packageId: null, isWaiting: false, search: "", offset: all.length };
    const { rows } = await listOwnRequests(db, session.person.id, { ...page, limit: pageSize });
    for (const { id } of rows) all.push(await describeShipRequest(context, id));
    if (rows.length < pageSize) return all;
  }
}
