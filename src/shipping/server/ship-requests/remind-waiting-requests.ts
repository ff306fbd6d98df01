// What happens to requests with time: reminders, boxes that go back to the shelf, and acceptances that no longer hold.
import { reasonsAgainstQuoted } from "#catalogue/rules/service-comparison.ts";
import { dueWaitingReminder, isQuoteValid, waitingDays } from "#shipping/rules/ship-request.ts";
import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { type AcceptServices, settleOnQuotes } from "./apply-quote.ts";
import { stopStorage } from "./chosen-parcels.ts";
import { resumeWaitingRequests, systemServices } from "./resume-waiting-requests.ts";
import { endRequest } from "./end-request.ts";
import {
  lockRequest,
  requireNextState,
  notifyRequest,
  wasRequestNotified,
  hasDeparted,
  saveRequest,
  recordRequestEvent,
  type RequestActor,
} from "./change-request.ts";
import { findQuote } from "./quote-queries.ts";
import { quotePackage } from "./quote-package.ts";
import { unsign } from "./declaration.ts";
import { compareAccepted, withdrawAcceptance } from "./withdraw-acceptance.ts";
import { listIdsToCheck, findOpenRequest } from "./request-queries.ts";
import { readStopped, readWaitingNews } from "./waiting-news.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Recipient } from "#catalogue/rules/recipient.ts";
import type { LockedPackage } from "#goods/server/packages/lock-packages.ts";

const dayMilliseconds = 86_400_000;
const mostRequests = 2_000;

function systemActor(services: AcceptServices): RequestActor {
  return { actor: "system", actorId: null, at: services.now() };
}

/**
 * An acceptance stands until its quote is over or its lane is suspended; a rule about goods that begins meanwhile is looked at
 * again with the label. While exchange rates are missing it stands also after
 * that, since the box could not be quoted anew.
 */
async function checkAccepted(services: AcceptServices, db: Db, id: string): Promise<void> {
  const locked = await lockRequest(services, db, id);
  const { request } = locked;
  if (request.state !== "accepted" || request.quoteId === null) return;
  const quote = await findQuote(db, request.quoteId);
  const actor = systemActor(services);
  const compared = await compareAccepted(services, db, locked);
  const standing =
    compared && reasonsAgainstQuoted(compared).filter(({ kind }) => kind !== "goods_rule");
  if (standing === undefined || standing.length > 0) {
    await withdrawAcceptance(services, db, locked, actor, "lane_closed");
    return;
  }
  const isOver = quote === undefined || !isQuoteValid(quote, actor.at);
  const reasons = compared?.reasons ?? [];
  if (isOver && reasons.every(({ kind }) => kind === "goods_rule")) {
    const reason = reasons.length === 0 ? "price" : "goods";
    await withdrawAcceptance(services, db, locked, actor, reason);
  }
}

/** The clock of storage stands still while a request is not packed although it was promised to be. */
async function checkLate(services: AcceptServices, db: Db, id: string): Promise<void> {
  const { request } = await lockRequest(services, db, id);
  await stopStorage(db, request.id, services.now());
}

/** After 7 days a waiting box goes back to the shelf, after 2 and 5 its customer is reminded. */
async function remindWaiting(services: AcceptServices, db: Db, id: string): Promise<void> {
  const locked = await lockRequest(services, db, id);
  const { request } = locked;
  const { state, waitingReason, waitingSince } = request;
  if (state !== "waiting_for_customer" || waitingReason === null || waitingSince === null) return;
  const actor = systemActor(services);
  const days = (actor.at.getTime() - waitingSince.getTime()) / dayMilliseconds;
  if (days >= waitingDays.shelved) {
    requireNextState("shelve", "system", request);
    // It is open work of staff.
    if (await hasDeparted(db, locked)) return;
    const shelved = await endRequest(services, db, locked, actor, { state: "shelved", reason: "" });
    await notifyRequest(services, db, shelved, {
      kind: "ship_request_shelved",
      key: "shelved",
      email: "shelved",
    });
    return;
  }
  const reminder = dueWaitingReminder(days);
  if (reminder === null) return;
  const told = {
    kind: "ship_request_reminder",
    key: `${waitingSince.toISOString()} ${reminder}`,
  } as const;
  if (await wasRequestNotified(db, locked, told)) return;
  const news = await readWaitingNews(services, db, request, waitingReason);
  await notifyRequest(services, db, locked, {
    ...told,
    variant: news,
    email: `reminder_${news}`,
    ...(await readStopped(services, db, locked)),
  });
}

/**
 * Reminds customers of boxes that wait, shelves those that waited for 7 days, takes acceptances back whose quote is over or
 * whose lane is suspended, stops the storage of what should be packed by now, and lets go on what can. Each request is a transaction of its own. A recurring job.
 */
export async function remindWaitingRequests(services: AppServices): Promise<void> {
  const acting = systemServices(services);
  const { db, now } = services;
  const firstReminder = new Date(now().getTime() - waitingDays.reminders[0] * dayMilliseconds);
  const failures: unknown[] = [];
  const forEach = async (ids: readonly string[], look: typeof remindWaiting) => {
    for (const id of ids) {
      try {
        await atomically(db, (inner) => look(acting, inner, id));
      } catch (error) {
        // Others must not wait for it.
        failures.push(error);
      }
    }
  };
  await forEach(
    await listIdsToCheck(db, { waitingSince: firstReminder }, mostRequests),
    remindWaiting,
  );
  await forEach(await listIdsToCheck(db, { accepted: true }, mostRequests), checkAccepted);
  await forEach(await listIdsToCheck(db, { lateAt: now() }, mostRequests), checkLate);
  await resumeWaitingRequests(services, { userId: null });
  if (failures.length > 0) throw failures[0];
}

/**
 * Gives the open request of an own package, whose row is locked, another recipient. A box that is packed is quoted anew, and an
 * acceptance is taken back. Returns whether there is an open request. Throws `ship_request_open` once it is labelled.
 */
export async function changeRequestRecipient(
  context: SignedInContext,
  db: Db,
  pkg: LockedPackage,
  recipient: Recipient,
): Promise<boolean> {
  const found = await findOpenRequest(db, pkg.id);
  if (found === undefined) return false;
  if (found.state === "labelled") throw apiError("ship_request_open");
  const locked = await lockRequest(context, db, found.id);
  const actor: RequestActor = {
    actor: "customer",
    actorId: context.session.person.id,
    at: context.now(),
  };
  const changed = await saveRequest(
    db,
    locked,
    actor,
    {
      recipient: JSON.stringify(recipient),
      // What was accepted was for the address before.
      reopenedQuoteId: null,
    },
    ["recipient_changed"],
  );
  if (found.state === "accepted") {
    await withdrawAcceptance(context, db, await unsign(db, changed), actor, "price");
  } else if (found.packedAt !== null) {
    const quoted = await quotePackage(context, db, changed);
    await recordRequestEvent(db, found.id, actor, "quoted_anew");
    const isWaiting = changed.request.waitingReason !== "top_up";
    if (isWaiting) await settleOnQuotes(context, db, changed, actor, quoted);
  }
  return true;
}
