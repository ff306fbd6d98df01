import { apiError } from "#platform/contract/errors.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { reasonsAgainstQuoted } from "#catalogue/rules/service-comparison.ts";
import { isQuoteValid } from "#shipping/rules/ship-request.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { QuoteRow } from "#shipping/server/tables/ship-requests.ts";
import { applyQuote, waitFor } from "./accept.ts";
import { readCharges } from "./charges.ts";
import { rejectFaults } from "./check-services.ts";
import { describeShipRequest } from "./describe-ship-request.ts";
import { insertRequestEvent, type RequestActor } from "./event-queries.ts";
import { improveQuotes } from "./improve-quotes.ts";
import { lockRequest, requireNextState, type LockedRequest } from "./lock-request.ts";
import { findQuote } from "./quote-queries.ts";
import { compareForBox, quotePackage, shippedPackage } from "./quote-package.ts";
import { updateRequestRow } from "./request-queries.ts";
import { readServiceFacts } from "./service-facts.ts";

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

async function accept(context: SignedInContext, db: Db, quoteId: string): Promise<Outcome> {
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
  requireNextState("accept", "customer", locked.request);
  if (locked.request.waitingReason === "over_plan") {
    throw apiError("conflict", { current: locked.request.waitingReason });
  }
  const actor: RequestActor = { actor: "customer", actorId: userId, at: context.now() };
  if (quote.ended === "replaced") throw apiError("quote_expired");
  if (quote.ended !== null || !isQuoteValid(quote, actor.at)) {
    const { quotes } = await quotePackage(context, db, locked);
    await insertRequestEvent(db, shipRequestId, actor, "quoted_anew");
    if (quotes.length === 0) await waitFor(context, db, locked, actor, "lane_closed");
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
  const accepted = await applyQuote(context, db, locked, actor, quote);
  if (accepted.missingCents > 0) {
    await waitFor(context, db, locked, actor, "top_up", {
      quoteId,
      serviceCode: quote.serviceCode,
      amountCents: accepted.missingCents,
    });
    await keepQuote(db, locked, quote);
  }
  return outcome;
}

/** A request that waits for a top-up already may wait for another of its quotes. */
async function keepQuote(db: Db, { request }: LockedRequest, quote: QuoteRow): Promise<void> {
  const { id: quoteId, serviceCode } = quote;
  if (request.waitingReason !== "top_up" || request.quoteId === quoteId) return;
  await updateRequestRow(db, request.id, { quoteId, serviceCode });
}

/**
 * Accepts a quote of an own packed box: holds exactly its total and sets the service's route. With too little in the wallet
 * the request waits for a top-up, and a deposit lets it go on; one that is heavier than the plan carries by now waits for
 * that. A repeat changes nothing. A quote that is over is quoted anew on the same figures and refused.
 *
 * Throws `not_found`, `conflict`, `quote_expired`, `recipient_incomplete` and `service_closed`.
 */
export async function acceptQuote(
  context: SignedInContext,
  { quoteId }: { readonly quoteId: string },
): Promise<ShipRequest> {
  const { shipRequestId, isExpired } = await atomically(context.db, (db) =>
    accept(context, db, quoteId),
  );
  if (isExpired) throw apiError("quote_expired", { shipRequestId });
  context.log.info({ quoteId, shipRequestId }, "Quote accepted");
  return await describeShipRequest(context, shipRequestId);
}
