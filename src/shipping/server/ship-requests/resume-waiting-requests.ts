// Requests that wait go on by themselves: with enough money, a larger plan, or a lane that is open again.
import { isQuoteValid, type WaitingReason } from "#shipping/rules/ship-request.ts";
import type { AppServices } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { collectShortfalls, owesExtraServices } from "#shipping/server/extra-services/orders.ts";
import { withoutSession } from "#platform/server/own-things.ts";
import {
  applyQuote,
  findHeldPrice,
  readApproval,
  settleOnQuotes,
  waitFor,
  type AcceptServices,
} from "./apply-quote.ts";
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
import {
  lockRequest,
  type LockedRequest,
  notifyRequest,
  recordRequestEvent,
  type RequestActor,
} from "./change-request.ts";
import { withdrawDepositEmail } from "#money/server/wallet/deposit-news.ts";
import { isDeclared } from "./declaration.ts";
import { findQuote } from "./quote-queries.ts";
import { listWaitingRequestIds, updateRequestRow, hasWaitingRequest } from "./request-queries.ts";
import { readServiceFacts } from "./service-facts.ts";

/** Of each reason. */
const mostRequests = 500;

/** The product itself, which has no session. */
export function systemServices(services: AppServices): AcceptServices {
  return withoutSession(services);
}

/** Lets go on what waits for money: the customer said yes to that price, and to none above it. */
async function resumeToppedUp(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
): Promise<void> {
  const { request } = locked;
  const approved = request.quoteId === null ? undefined : await findQuote(db, request.quoteId);
  if (approved === undefined) return;
  const { compared, quotes } = await readQuotes(services, db, locked, actor, approved);
  const quote = quotes.find(({ serviceCode }) => serviceCode === approved.serviceCode);
  if (!openCodes(compared, quotes).includes(approved.serviceCode)) {
    const reason = closedFor(compared, approved.serviceCode);
    await waitFor(services, db, locked, actor, reason);
    return;
  }
  if (!(await isDeclared(services, db, request, true))) {
    await waitFor(services, db, locked, actor, "declaration");
    return;
  }
  if (quote === undefined || quote.totalCents > approved.totalCents) {
    await waitFor(services, db, locked, actor, "price", { amountCents: quote?.totalCents ?? null });
    return;
  }
  // The plan may have become smaller since the customer said yes.
  if ((await readCharges(db, request, actor.at)).isOverPlan) {
    await waitFor(services, db, locked, actor, "over_plan");
    return;
  }
  const accepted = await applyQuote(services, db, locked, actor, quote);
  if (accepted.missingCents > 0) {
    if (quote.id !== approved.id) await updateRequestRow(db, request.id, { quoteId: quote.id });
    return;
  }
  // The deposit that it waited for is told of together with it.
  const depositCents = await withdrawDepositEmail(services, db, request.userId);
  await notifyRequest(services, db, accepted.locked, {
    kind: "ship_request_packed",
    variant: depositCents === null ? "accepted" : "topped_up",
    key: `accepted ${quote.id}`,
    amountCents: quote.totalCents,
    depositCents,
    email: depositCents === null ? "packed" : "topped_up",
  });
}

/** The quotes of what waits for money, made anew where the price that was said yes to is over. */
async function readQuotes(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
  { serviceCode }: Pick<RowOf<"quotes">, "serviceCode">,
) {
  const { quotes } = await improveQuotes(db, locked, actor);
  const approved = quotes.find((quote) => quote.serviceCode === serviceCode);
  const isValid = approved !== undefined && isQuoteValid(approved, actor.at);
  if (isValid) return { ...(await comparePackage(services, db, locked)), quotes };
  const held = await findHeldPrice(db, locked.request, quotes);
  return await quoteAnew(services, db, locked, actor, held);
}

/** Quotes a waiting box anew; one that goes on at the price that was accepted hears nothing of other prices. */
async function quoteAnew(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
  held: RowOf<"quotes"> | undefined,
): Promise<QuotedBox> {
  if (held === undefined) await recordRequestEvent(db, locked.request.id, actor, "quoted_anew");
  return await quotePackage(services, db, locked, held);
}

async function comparePackage(services: AcceptServices, db: Db, { request, pkg }: LockedRequest) {
  const facts = await readServiceFacts(services, db, request.warehouseId);
  const shipped = await shippedPackage(db, { request, pkg });
  return { compared: compareForBox(request, shipped, facts) };
}

/**
 * Decides again about a packed box that waits: at the price that was accepted, which counts as long again, or else at its own
 * prices where they count and the same services take it.
 */
export async function settleAgain(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
): Promise<void> {
  const { quotes } = await improveQuotes(db, locked, actor);
  const { compared } = await comparePackage(services, db, locked);
  const held = await findHeldPrice(db, locked.request, quotes);
  if (held === undefined && areCurrent(quotes, compared, actor.at)) {
    const { isOverPlan } = await readCharges(db, locked.request, actor.at);
    await settleOnQuotes(services, db, locked, actor, { compared, quotes, isOverPlan });
    return;
  }
  const quoted = await quoteAnew(services, db, locked, actor, held);
  await settleOnQuotes(services, db, locked, actor, quoted);
}

/** Whether all quotes of a box still count, and are of exactly the services that take it. */
function areCurrent(
  quotes: readonly RowOf<"quotes">[],
  compared: QuotedBox["compared"],
  at: Date,
): boolean {
  const codes = quotes.map(({ serviceCode }) => serviceCode).toSorted();
  return (
    quotes.every((quote) => isQuoteValid(quote, at)) &&
    openCodes(compared, quotes).toSorted().join() === codes.join()
  );
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
    await resumeToppedUp(services, db, locked, actor);
    return;
  }
  const quoted = await requote(services, db, locked, actor);
  if (quoted !== null) await settleOnQuotes(services, db, locked, actor, quoted);
}

/** Whether a request is declared as it has to be for what happens with it next. */
async function mayGoOn(
  services: AcceptServices,
  db: Db,
  request: RowOf<"shipRequests">,
): Promise<boolean> {
  return await isDeclared(services, db, request, (await readApproval(db, request)) !== null);
}

/**
 * The quotes of a waiting box where something changed for it: those that a larger plan makes cheaper, or new ones where others
 * than the quoted services take it. One that waits for its customer's choice is only ever made cheaper.
 */
async function requote(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
): Promise<QuotedBox | null> {
  const { waitingReason } = locked.request;
  const { quotes, isImproved } = await improveQuotes(db, locked, actor);
  const isChoice = waitingReason === "price" || waitingReason === "over_cap";
  if (isChoice && !isImproved) return null;
  const { compared } = await comparePackage(services, db, locked);
  if (!isChoice && !areCurrent(quotes, compared, actor.at)) {
    const held = await findHeldPrice(db, locked.request, quotes);
    return await quotePackage(services, db, locked, held);
  }
  const { isOverPlan } = await readCharges(db, locked.request, actor.at);
  // Its quotes may have been made anew between the lane's opening and this.
  const { serviceCode } = locked.request;
  const open = openCodes(compared, quotes);
  const isLaneOpen = serviceCode === null ? open.length > 0 : open.includes(serviceCode);
  const isSame =
    !isImproved &&
    isOverPlan === (waitingReason === "over_plan") &&
    !(waitingReason === "declaration" && (await mayGoOn(services, db, locked.request))) &&
    !((waitingReason === "lane_closed" || waitingReason === "goods") && isLaneOpen);
  return isSame ? null : { compared, quotes, isOverPlan };
}

/**
 * Debits what is owed for extra services, and looks again at requests that wait for money, a plan or a lane, each in a transaction of its own: those of a customer, or of
 * all. What still waits for the same stays as it is. A job.
 */
export async function resumeWaitingRequests(
  services: AppServices,
  { userId }: { readonly userId: string | null },
): Promise<void> {
  await collectShortfalls(services, userId);
  const acting = systemServices(services);
  const failures: unknown[] = [];
  const reasons = userId === null ? resumingReasons : reasonsOfCustomer;
  // Each reason by itself: many that wait for their customers' words hold up none that wait for a lane.
  for (const reason of reasons) {
    const ids = await listWaitingRequestIds(services.db, [reason], userId, mostRequests);
    for (const id of ids) {
      try {
        await atomically(services.db, (db) => reconsiderRequest(acting, db, id));
      } catch (error) {
        // Others must not wait for it.
        failures.push(error);
      }
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** What changes without the customer of the request doing anything on its page. */
const resumingReasons = [
  "top_up",
  "over_plan",
  "lane_closed",
  "goods",
  // Words for goods that were added say what was missing.
  "declaration",
] as const satisfies WaitingReason[];

/** The same, and prices that a larger plan makes better. */
const reasonsOfCustomer = [
  ...resumingReasons,
  "price",
  "over_cap",
] as const satisfies WaitingReason[];

/**
 * Looks again at what waits of a customer who can spend or send more now, and at what they owe. Returns whether a request
 * waits for money.
 */
export async function enqueueResume(
  { jobs }: Pick<AppServices, "jobs">,
  db: Db,
  userId: string,
): Promise<boolean> {
  const isWaiting = await hasWaitingRequest(db, userId, reasonsOfCustomer);
  if (!isWaiting && !(await owesExtraServices(db, userId))) return false;
  await jobs.enqueue(db, "continue-ship-requests", { userId });
  return await hasWaitingRequest(db, userId, ["top_up"]);
}

/** The same for everybody, where a lane is suspended or opens again. */
export async function enqueueReminders({ jobs }: Pick<AppServices, "jobs">, db: Db): Promise<void> {
  await jobs.enqueue(db, "watch-ship-requests", {});
}
