// Accepting a quote, by the customer or within their cap, and what a quoted box waits for otherwise.
import { apiError } from "#platform/contract/errors.ts";
import { cappedCents, exactHolds } from "#shipping/rules/ship-quote.ts";
import { decideAfterPacking, type WaitingReason } from "#shipping/rules/ship-request.ts";
import type { ActingContext, AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { QuoteRow } from "#shipping/server/tables/ship-requests.ts";
import { replaceLegs } from "#goods/server/packages/legs/replace-legs.ts";
import {
  listRequestHolds,
  makeRequestHolds,
  missingForHolds,
  releaseRequestHolds,
  type RequestHoldRow,
} from "#money/server/wallet/holds/request-holds.ts";
import type { RequestActor } from "./event-queries.ts";
import { toHeldFor, isHoldOfExtraService, reasonCodes } from "./hold-of-request.ts";
import { requireNextState, saveRequest, type LockedRequest } from "./lock-request.ts";
import { notifyRequest } from "./notify-request.ts";
import { endQuotes } from "./quote-queries.ts";
import type { QuotedBox } from "./quote-package.ts";
import { keptLegsOf, readServiceFacts } from "./service-facts.ts";

/** What accepting needs besides the database transaction; a job has no session. */
export type AcceptServices = ActingContext & Pick<AppServices, "exchangeRates" | "servicePrices">;

type Open = { readonly replaced: readonly RequestHoldRow[]; readonly missingCents: number };

/** The holds that a quote replaces, and what the wallet lacks for its own. */
async function compareHolds(db: Db, locked: LockedRequest, quote: QuoteRow): Promise<Open> {
  const { request } = locked;
  const open = await listRequestHolds(db, request.id);
  const replaced = open.filter((hold) => !isHoldOfExtraService(hold));
  const needed = exactHolds(quote, request.id, request.holdRound + 1);
  const total = needed.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { replaced, missingCents: await missingForHolds(db, request.userId, total, replaced) };
}

/** What the wallet lacks for a quote; 0 where it has enough. */
export async function missingForQuote(
  db: Db,
  locked: LockedRequest,
  quote: QuoteRow,
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
  quote: QuoteRow,
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
    { state, quoteId: quote.id, serviceCode: quote.serviceCode, holdRound },
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
  await notifyRequest(services, db, waiting, {
    kind: isPacked ? "ship_request_packed" : "ship_request_waiting",
    variant: isPacked ? "choose" : reason,
    key: `${reason} ${actor.at.toISOString()}`,
    amountCents: facts.amountCents ?? null,
    email: `waiting_${reason}`,
  });
  return waiting;
}

/** Leads a quoted box on: it is accepted by itself within the cap, or waits with a reason. */
export async function settleOnQuotes(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
  { compared, quotes, isOverPlan }: QuotedBox,
): Promise<LockedRequest> {
  const { request } = locked;
  const { serviceCode, paymentMode, capCents } = request;
  const isAutomatic = paymentMode === "automatic_up_to_cap";
  const chosen = isAutomatic
    ? quotes.find((quote) => quote.serviceCode === serviceCode)
    : undefined;
  const isWithinCap = chosen !== undefined && cappedCents(chosen) <= (capCents ?? 0);
  const reason = decideAfterPacking({
    paymentMode,
    isOverPlan,
    hasOpenService: compared.some(({ reasons }) => reasons.length === 0),
    isServiceOpen: isAutomatic ? chosen !== undefined : null,
    capCents,
    priceCents: chosen === undefined ? null : cappedCents(chosen),
    missingCents: isWithinCap ? await missingForQuote(db, locked, chosen) : 0,
  });
  const cheapestCents = chosen?.totalCents ?? quotes[0]?.totalCents ?? null;
  if (reason !== null || chosen === undefined) {
    const amountCents = reason === "price" || reason === "over_cap" ? cheapestCents : null;
    const quoteId = reason === "top_up" ? (chosen?.id ?? null) : null;
    return await waitFor(services, db, locked, actor, reason ?? "price", { amountCents, quoteId });
  }
  const system: RequestActor = { actor: "system", actorId: null, at: actor.at };
  const accepted = await applyQuote(services, db, locked, system, chosen);
  await notifyRequest(services, db, accepted.locked, {
    kind: "ship_request_packed",
    variant: "accepted",
    key: `accepted ${chosen.id}`,
    amountCents: chosen.totalCents,
    email: "packed",
  });
  return accepted.locked;
}
