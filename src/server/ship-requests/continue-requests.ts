// Requests that wait go on by themselves: with enough money, a larger plan, or a lane that is open again.
import { isQuoteValid } from "#core/ship-request.ts";
import type { AppServices } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import { withoutSession } from "#server/own-things.ts";
import { acceptWithQuote, settleOnQuotes, waitFor, type AcceptServices } from "./accept.ts";
import { readCharges } from "./charges.ts";
import { continuingReasons } from "./enqueue-continuation.ts";
import { insertRequestEvent, type RequestActor } from "./event-queries.ts";
import { lockRequest, type LockedRequest } from "./lock-request.ts";
import { notifyRequest } from "./notify-request.ts";
import { findQuote, listOpenQuotes } from "./quote-queries.ts";
import { compareForBox, quotePackage, shippedPackage } from "./quote-package.ts";
import { listWaitingRequestIds } from "./request-queries.ts";
import { readServiceFacts } from "./service-facts.ts";

const mostRequests = 500;

/** The product itself, which has no session. */
export function systemServices(services: AppServices): AcceptServices {
  return withoutSession(services);
}

/** Lets go on what waits for money: the customer said yes to that price, and to none above it. */
async function continueToppedUp(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
): Promise<void> {
  const { request } = locked;
  const approved = request.quoteId === null ? undefined : await findQuote(db, request.quoteId);
  if (approved === undefined) return;
  const { compared, quotes } = await readQuotes(services, db, locked, actor);
  const isOpen = compared.some(
    ({ service, reasons }) => service.code === approved.serviceCode && reasons.length === 0,
  );
  if (!isOpen) {
    await waitFor(services, db, locked, actor, "lane_closed");
    return;
  }
  const quote = quotes.find(({ serviceCode }) => serviceCode === approved.serviceCode);
  if (quote === undefined || quote.totalCents > approved.totalCents) {
    await waitFor(services, db, locked, actor, "price", { amountCents: quote?.totalCents ?? null });
    return;
  }
  // The plan may have become smaller since the customer said yes.
  if ((await readCharges(db, request, actor.at)).isOverPlan) {
    await waitFor(services, db, locked, actor, "over_plan");
    return;
  }
  const accepted = await acceptWithQuote(services, db, locked, actor, quote);
  if (accepted.missingCents > 0) return;
  await notifyRequest(services, db, accepted.locked, {
    kind: "ship_request_packed",
    variant: "accepted",
    key: `accepted ${quote.id}`,
    amountCents: quote.totalCents,
    email: "packed",
  });
}

/** The quotes that can be accepted, made anew where they are over or a service closed. */
async function readQuotes(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
) {
  const { request } = locked;
  const quotes = await listOpenQuotes(db, request.id);
  const isValid = quotes.length > 0 && quotes.every((quote) => isQuoteValid(quote, actor.at));
  const quoted = await comparePackage(services, db, locked);
  if (isValid) return { ...quoted, quotes };
  await insertRequestEvent(db, request.id, actor, "quoted_anew");
  return await quotePackage(services, db, locked);
}

async function comparePackage(
  services: AcceptServices,
  db: Db,
  { request, shipment }: LockedRequest,
) {
  const facts = await readServiceFacts(services, db, request.warehouseId);
  const pkg = await shippedPackage(db, { request, shipment });
  return { compared: compareForBox(request, pkg, facts) };
}

/** Looks at a waiting request again. Throws `not_found`. */
export async function reconsiderRequest(
  services: AcceptServices,
  db: Db,
  shipRequestId: string,
): Promise<void> {
  const locked = await lockRequest(services, db, shipRequestId);
  const { request } = locked;
  if (request.state !== "waiting_for_customer" || request.packedAt === null) return;
  const actor: RequestActor = { actor: "system", actorId: null, at: services.now() };
  if (request.waitingReason === "top_up") {
    await continueToppedUp(services, db, locked, actor);
    return;
  }
  if (await isUnchanged(services, db, locked, actor)) return;
  const quoted = await quotePackage(services, db, locked);
  await settleOnQuotes(services, db, locked, actor, quoted);
}

/** Whether the same services take the box as its quotes say, and it is as heavy for the plan as it was. */
async function isUnchanged(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
  { at }: RequestActor,
): Promise<boolean> {
  const { request } = locked;
  const { isOverPlan } = await readCharges(db, request, at);
  if (isOverPlan !== (request.waitingReason === "over_plan")) return false;
  const quotes = await listOpenQuotes(db, request.id);
  if (!quotes.every((quote) => isQuoteValid(quote, at))) return false;
  const { compared } = await comparePackage(services, db, locked);
  const open = compared.filter(({ reasons }) => reasons.length === 0);
  const codes = open.map(({ service }) => service.code).toSorted();
  return (
    codes.join() ===
    quotes
      .map(({ serviceCode }) => serviceCode)
      .toSorted()
      .join()
  );
}

/**
 * Looks again at requests that wait for money, a plan or a lane, each in a transaction of its own: those of a customer, or of
 * all. What still waits for the same stays as it is. A job.
 */
export async function continueShipRequests(
  services: AppServices,
  { userId }: { readonly userId: string | null },
): Promise<void> {
  const acting = systemServices(services);
  const failures: unknown[] = [];
  const ids = await listWaitingRequestIds(services.db, continuingReasons, userId, mostRequests);
  for (const id of ids) {
    try {
      await atomically(services.db, (db) => reconsiderRequest(acting, db, id));
    } catch (error) {
      // Others must not wait for it.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
