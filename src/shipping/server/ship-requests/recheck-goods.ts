// What is found in a parcel after its box was packed: services that do not take it close for the box.
import type { AppServices } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { endLabelOfRequest } from "#shipping/server/labels/labels.ts";
import { settleOnQuotes, type AcceptServices } from "./apply-quote.ts";
import {
  hasDeparted,
  lockRequest,
  requireNextState,
  saveRequest,
  type LockedRequest,
  type RequestActor,
} from "./change-request.ts";
import { compareForBox, openCodes, quotePackage, shippedPackage } from "./quote-package.ts";
import { listOpenQuotes } from "./quote-queries.ts";
import { reconsiderRequest, systemServices } from "./resume-waiting-requests.ts";
import { findPackedRequestOf } from "./screening-queries.ts";
import { readServiceFacts } from "./service-facts.ts";
import { isClosedByGoods, withdrawAcceptance } from "./withdraw-acceptance.ts";

/** What was recorded about a parcel has changed: if it lies in a packed box, that is looked at again. */
export async function enqueueRecheck(
  { jobs }: Pick<AppServices, "jobs">,
  db: Db,
  inboundParcelId: string,
): Promise<void> {
  const shipRequestId = await findPackedRequestOf(db, inboundParcelId);
  if (shipRequestId !== undefined) await jobs.enqueue(db, "recheck-goods", { shipRequestId });
}

/** Makes the label of a locked request void; an open manifest no longer lists it. */
async function voidLabel(db: Db, locked: LockedRequest, actor: RequestActor) {
  const state = requireNextState("void_label", "system", locked.request);
  const reason = "Goods that its service does not take";
  await endLabelOfRequest(db, locked.request.id, { by: null, at: actor.at, reason });
  return await saveRequest(db, locked, actor, { state }, ["label_voided"]);
}

/** A box that waits is quoted anew where other services take it than those that have quoted it. */
async function recheckWaiting(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
): Promise<void> {
  const { id, waitingReason, warehouseId } = locked.request;
  if (waitingReason !== "price" && waitingReason !== "over_cap") {
    await reconsiderRequest(services, db, id);
    return;
  }
  const quotes = await listOpenQuotes(db, id);
  const facts = await readServiceFacts(services, db, warehouseId);
  const shipped = await shippedPackage(db, locked);
  const open = openCodes(compareForBox(locked.request, shipped, facts), quotes);
  const quoted = quotes.map(({ serviceCode }) => serviceCode);
  if (open.toSorted().join() === quoted.toSorted().join()) return;
  await settleOnQuotes(services, db, locked, actor, await quotePackage(services, db, locked));
}

async function recheck(services: AcceptServices, db: Db, id: string): Promise<void> {
  const locked = await lockRequest(services, db, id);
  const { state, packedAt } = locked.request;
  const actor: RequestActor = { actor: "system", actorId: null, at: services.now() };
  if (state === "waiting_for_customer" && packedAt !== null) {
    await recheckWaiting(services, db, locked, actor);
    return;
  }
  if (state !== "accepted" && state !== "labelled") return;
  if ((await hasDeparted(db, locked)) || !(await isClosedByGoods(services, db, locked))) return;
  const accepted = state === "labelled" ? await voidLabel(db, locked, actor) : locked;
  await withdrawAcceptance(services, db, accepted, actor, "goods");
}

/**
 * Looks at a packed box again after something was found in it: a label becomes void and the acceptance is taken back where its
 * service does not take that, and a box that waits is quoted anew. What is held stays. A job.
 */
export async function recheckGoods(
  services: AppServices,
  { shipRequestId }: { readonly shipRequestId: string },
): Promise<void> {
  const acting = systemServices(services);
  await atomically(services.db, (db) => recheck(acting, db, shipRequestId));
}
