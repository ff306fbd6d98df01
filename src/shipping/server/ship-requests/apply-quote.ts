import { apiError } from "#platform/contract/errors.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { reasonsAgainstQuoted } from "#catalogue/rules/service-comparison.ts";
import {
  isQuoteValid,
  decideAfterPacking,
  type WaitingReason,
} from "#shipping/rules/ship-request.ts";
import type { SignedInContext, ActingContext, AppServices } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import {
  readCharges,
  improveQuotes,
  closedFor,
  compareForBox,
  openCodes,
  quotePackage,
  shippedPackage,
  type QuotedBox,
} from "./quote-package.ts";
import { rejectFaults } from "./estimate-shipping.ts";
import { describeShipRequest } from "./ship-requests.ts";
import {
  lockRequest,
  requireNextState,
  type LockedRequest,
  saveRequest,
  toHeldFor,
  isHoldOfExtraService,
  reasonCodes,
  notifyRequest,
  recordRequestEvent,
  type RequestActor,
} from "./change-request.ts";
import {
  isDeclared,
  isToSayYes,
  readGoodsOfRequest,
  requireAsShown,
  requireComplete,
  signDeclaration,
} from "./declaration.ts";
import { findQuote, endQuotes } from "./quote-queries.ts";
import { updateRequestRow } from "./request-queries.ts";
import { readStopped, readWaitingNews } from "./waiting-news.ts";
import { readServiceFacts, keptLegsOf } from "./service-facts.ts";
import { cappedCents, exactHolds } from "#shipping/rules/ship-quote.ts";
import { replaceLegs } from "#goods/server/packages/legs/replace-legs.ts";
import {
  listRequestHolds,
  makeRequestHolds,
  missingForHolds,
  releaseRequestHolds,
  type RequestHoldRow,
} from "#money/server/wallet/request-holds.ts";

/** What became of an acceptance; an expired quote was quoted anew, which has to be saved before it is refused. */
type Outcome = { readonly shipRequestId: string; readonly isExpired: boolean };

/** Throws `recipient_incomplete` or `service_closed` where the service no longer takes the box that it has quoted. */
async function requireOpenService(
  context: SignedInContext,
  db: Db,
  locked: LockedRequest,
  serviceCode: string,
): Promise<void> {
  const { request } = locked;
  const facts = await readServiceFacts(context, db, request.warehouseId);
  const pkg = await shippedPackage(db, locked);
  const compared = compareForBox(request, pkg, facts).find(
    ({ service }) => service.code === serviceCode,
  );
  if (compared === undefined) throw apiError("service_closed", { reasons: [] });
  rejectFaults(compared.addressFaults);
  const reasons = reasonsAgainstQuoted(compared);
  if (reasons.length > 0) throw apiError("service_closed", { reasons });
}

type Acceptance = { readonly quoteId: string; readonly declaredHash?: string | undefined };

async function accept(
  context: SignedInContext,
  db: Db,
  { quoteId, declaredHash }: Acceptance,
): Promise<Outcome> {
  const userId = context.session.person.id;
  const found = await findQuote(db, quoteId);
  if (found === undefined || found.userId !== userId || found.shipRequestId === null) {
    throw apiError("not_found");
  }
  const { shipRequestId } = found;
  const locked = await lockRequest(context, db, shipRequestId, userId);
  const quote = await findQuote(db, quoteId);
  if (quote === undefined) throw apiError("not_found");
  const outcome = { shipRequestId, isExpired: false };
  if (quote.ended === "accepted" && locked.request.quoteId === quoteId) return outcome;
  const goods = await readGoodsOfRequest(context, db, shipRequestId);
  if (locked.request.waitingReason === "declaration") requireComplete(goods);
  requireNextState("accept", "customer", locked.request);
  if (locked.request.waitingReason === "over_plan") {
    throw apiError("conflict", { current: locked.request.waitingReason });
  }
  requireComplete(goods);
  requireAsShown(locked.request, goods, declaredHash);
  const actor: RequestActor = { actor: "customer", actorId: userId, at: context.now() };
  if (quote.ended === "replaced") throw apiError("quote_expired");
  if (quote.ended !== null || !isQuoteValid(quote, actor.at)) {
    const { quotes, compared } = await quotePackage(context, db, locked);
    await recordRequestEvent(db, shipRequestId, actor, "quoted_anew");
    if (quotes.length === 0) await waitFor(context, db, locked, actor, closedFor(compared, null));
    return { shipRequestId, isExpired: true };
  }
  // A larger plan, whose job has not come to this request yet: the customer sees the better price first.
  if ((await improveQuotes(db, locked, actor)).isImproved)
    return { shipRequestId, isExpired: true };
  await requireOpenService(context, db, locked, quote.serviceCode);
  // The plan may have become smaller since the box was quoted.
  if ((await readCharges(db, locked.request, actor.at)).isOverPlan) {
    await waitFor(context, db, locked, actor, "over_plan");
    return outcome;
  }
  // Also where money is missing: it goes on without a further word of theirs.
  const signed = await signDeclaration(db, locked, goods, actor.at);
  const accepted = await applyQuote(context, db, signed, actor, quote);
  if (accepted.missingCents > 0) {
    await waitFor(context, db, signed, actor, "top_up", {
      quoteId,
      serviceCode: quote.serviceCode,
      amountCents: accepted.missingCents,
    });
    await keepQuote(db, locked, quote);
  }
  return outcome;
}

/**
 * A request that waits for a top-up already may wait for another of its quotes; what was accepted before of another service no
 * longer counts then.
 */
async function keepQuote(
  db: Db,
  { request }: LockedRequest,
  quote: RowOf<"quotes">,
): Promise<void> {
  const { id: quoteId, serviceCode } = quote;
  const { reopenedQuoteId } = request;
  const before = reopenedQuoteId === null ? undefined : await findQuote(db, reopenedQuoteId);
  const isOther = request.waitingReason === "top_up" && request.quoteId !== quoteId;
  const isReplaced = before !== undefined && before.serviceCode !== serviceCode;
  if (!isOther && !isReplaced) return;
  await updateRequestRow(db, request.id, {
    ...(isOther && { quoteId, serviceCode }),
    ...(isReplaced && { reopenedQuoteId: null }),
  });
}

/**
 * Accepts a quote of an own packed box, which signs what it declares: holds exactly its total and sets the service's route. With too little in the wallet
 * the request waits for a top-up, and a deposit lets it go on; one that is heavier than the plan carries by now waits for
 * that. A repeat changes nothing. A quote that is over is quoted anew on the same figures and refused.
 *
 * Throws `not_found`, `conflict`, `declaration_incomplete`, `too_many_lines`, `category_not_possible`, `quote_expired`,
 * `recipient_incomplete` and `service_closed`.
 */
export async function acceptQuote(
  context: SignedInContext,
  acceptance: Acceptance,
): Promise<ShipRequest> {
  // A quote that is over is refused, and the new prices stay.
  const { shipRequestId, isExpired } = await atomically(context.db, (db) =>
    accept(context, db, acceptance),
  );
  if (isExpired) throw apiError("quote_expired", { shipRequestId });
  context.log.info({ quoteId: acceptance.quoteId, shipRequestId }, "Quote accepted");
  return await describeShipRequest(context, shipRequestId);
}

/** What accepting needs besides the database transaction; a job has no session. */
export type AcceptServices = ActingContext &
  Pick<AppServices, "exchangeRates" | "goodsWords" | "servicePrices">;

type Open = { readonly replaced: readonly RequestHoldRow[]; readonly missingCents: number };

/** The holds that a quote replaces, and what the wallet lacks for its own. */
async function compareHolds(db: Db, locked: LockedRequest, quote: RowOf<"quotes">): Promise<Open> {
  const { request } = locked;
  const open = await listRequestHolds(db, request.id);
  const replaced = open.filter((hold) => !isHoldOfExtraService(hold));
  const needed = exactHolds(quote, request.id, request.holdRound + 1);
  const total = needed.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { replaced, missingCents: await missingForHolds(db, request.userId, total, replaced) };
}

/** What the wallet lacks for a quote; 0 where it has enough. */
async function missingForQuote(
  db: Db,
  locked: LockedRequest,
  quote: RowOf<"quotes">,
): Promise<number> {
  return (await compareHolds(db, locked, quote)).missingCents;
}

/**
 * Accepts a quote: replaces what is held by exact holds, and the legs that have not moved by the service's route. Returns
 * what the wallet lacks, with nothing changed, where it has too little.
 */
export async function applyQuote(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
  quote: RowOf<"quotes">,
): Promise<{ readonly locked: LockedRequest; readonly missingCents: number }> {
  const { request, pkg } = locked;
  const state = requireNextState(
    "accept",
    actor.actor === "customer" ? "customer" : "system",
    request,
  );
  const { replaced, missingCents } = await compareHolds(db, locked, quote);
  if (missingCents > 0) return { locked, missingCents };
  const holdRound = request.holdRound + 1;
  await releaseRequestHolds(db, replaced, { endedBy: actor.actorId, at: actor.at });
  await makeRequestHolds(
    services,
    db,
    toHeldFor(locked),
    exactHolds(quote, request.id, holdRound).map((hold) => ({
      ...hold,
      reasonCode: reasonCodes[hold.type],
      metadata: {
        quoteId: quote.id,
        ...(hold.type === "storage_fee" && {
          parcels: quote.lines.flatMap(({ working }) =>
            working.kind === "storage" ? working.parcels : [],
          ),
        }),
      },
    })),
  );
  await endQuotes(db, request.id, "accepted", actor.at, quote.id);
  await endQuotes(db, request.id, "replaced", actor.at);
  const facts = await readServiceFacts(services, db, request.warehouseId);
  const service = facts.services.find(({ code }) => code === quote.serviceCode);
  if (service === undefined) throw apiError("service_closed");
  const accepted = await saveRequest(
    db,
    locked,
    actor,
    {
      state,
      quoteId: quote.id,
      reopenedQuoteId: null,
      serviceCode: quote.serviceCode,
      holdRound,
    },
    ["accepted", { amountCents: quote.totalCents, serviceNames: service.names }],
  );
  await replaceLegs(services, db, pkg, keptLegsOf(pkg), {
    service,
    services: facts.services,
    countryCode: request.countryCode,
  });
  return { locked: accepted, missingCents: 0 };
}

/** Lets a request wait, with a notification of what for. One that waits for the same already stays as it is. */
export async function waitFor(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
  reason: WaitingReason,
  facts: {
    readonly amountCents?: number | null;
    readonly quoteId?: string | null;
    /** That the customer chose just now. */
    readonly serviceCode?: string;
  } = {},
): Promise<LockedRequest> {
  const { request } = locked;
  if (request.state === "waiting_for_customer" && request.waitingReason === reason) return locked;
  // A wait that only changes its reason does not begin again.
  const waitingSince = request.waitingSince ?? actor.at;
  const waiting = await saveRequest(
    db,
    locked,
    actor,
    {
      state: "waiting_for_customer",
      waitingReason: reason,
      waitingSince,
      quoteId: facts.quoteId ?? null,
      ...(facts.serviceCode !== undefined && { serviceCode: facts.serviceCode }),
    },
    ["waiting", { waitingReason: reason }],
  );
  const isPacked = reason === "price";
  const news = await readWaitingNews(services, db, waiting.request, reason);
  await notifyRequest(services, db, waiting, {
    kind: isPacked ? "ship_request_packed" : "ship_request_waiting",
    variant: isPacked ? "choose" : news,
    key: `${reason} ${actor.at.toISOString()}`,
    amountCents: facts.amountCents ?? null,
    email: `waiting_${news}`,
    ...(await readStopped(services, db, waiting)),
  });
  return waiting;
}

/**
 * The service and the most without extra services to which the customer of a request has said yes: their cap, or what they
 * accepted before the box was opened again. null: nothing yet, or they have changed what they accepted.
 */
export async function readApproval(
  db: Db,
  request: RowOf<"shipRequests">,
): Promise<{ readonly serviceCode: string; readonly cents: number } | null> {
  const { reopenedQuoteId, serviceCode, capCents } = request;
  const reopened = reopenedQuoteId === null ? undefined : await findQuote(db, reopenedQuoteId);
  if (reopened !== undefined) {
    const cents = Math.max(cappedCents(reopened), capCents ?? 0);
    return { serviceCode: reopened.serviceCode, cents };
  }
  if (capCents === null || serviceCode === null || (await isToSayYes(db, request))) return null;
  return { serviceCode, cents: capCents };
}

/**
 * The open quote at whose price a box goes on that its customer accepted already, as after a correction by staff: it stays
 * while the box waits, whatever else is quoted by then.
 */
export async function findHeldPrice(
  db: Db,
  request: RowOf<"shipRequests">,
  quotes: readonly RowOf<"quotes">[],
): Promise<RowOf<"quotes"> | undefined> {
  const approved = request.reopenedQuoteId === null ? null : await readApproval(db, request);
  if (approved === null) return undefined;
  const { serviceCode, cents } = approved;
  return quotes.find((one) => one.serviceCode === serviceCode && cappedCents(one) <= cents);
}

/** Leads a quoted box on: it is accepted by itself up to what its customer said yes to, or waits with a reason. */
export async function settleOnQuotes(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
  { compared, quotes, isOverPlan }: QuotedBox,
): Promise<LockedRequest> {
  const { paymentMode } = locked.request;
  const isAutomatic = paymentMode === "automatic_up_to_cap";
  const approved = await readApproval(db, locked.request);
  const chosen = quotes.find((quote) => quote.serviceCode === approved?.serviceCode);
  const isApproved =
    approved !== null && chosen !== undefined && cappedCents(chosen) <= approved.cents;
  const reason = decideAfterPacking({
    paymentMode,
    isOverPlan,
    hasOpenService: openCodes(compared, quotes).length > 0,
    isServiceOpen: isAutomatic && approved !== null ? chosen !== undefined : null,
    isDeclared: await isDeclared(services, db, locked.request, approved !== null),
    isClosedByGoods:
      closedFor(compared, isAutomatic ? (approved?.serviceCode ?? null) : null) === "goods",
    approvedCents: approved?.cents ?? null,
    priceCents: chosen === undefined ? null : cappedCents(chosen),
    missingCents: isApproved ? await missingForQuote(db, locked, chosen) : 0,
  });
  const cheapestCents =
    chosen?.totalCents ??
    (quotes.length === 0 ? null : Math.min(...quotes.map(({ totalCents }) => totalCents)));
  if (reason !== null || chosen === undefined) {
    const amountCents = reason === "price" || reason === "over_cap" ? cheapestCents : null;
    const quoteId = reason === "top_up" ? (chosen?.id ?? null) : null;
    return await waitFor(services, db, locked, actor, reason ?? "price", { amountCents, quoteId });
  }
  const system: RequestActor = { actor: "system", actorId: null, at: actor.at };
  const packed =
    locked.request.waitingReason === "declaration"
      ? await saveRequest(
          db,
          locked,
          system,
          { state: requireNextState("declare", "system", locked.request) },
          null,
        )
      : locked;
  const accepted = await applyQuote(services, db, packed, system, chosen);
  await notifyRequest(services, db, accepted.locked, {
    kind: "ship_request_packed",
    variant: "accepted",
    key: `accepted ${chosen.id}`,
    amountCents: chosen.totalCents,
    email: "packed",
  });
  return accepted.locked;
}
