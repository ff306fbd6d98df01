// Acceptances that no longer hold: the box waits for its customer again, and what is held stays.
import type { ComparedService } from "#catalogue/rules/service-comparison.ts";
import { clearServiceOfRoute } from "#goods/server/packages/legs/replace-legs.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { waitFor, type AcceptServices } from "./apply-quote.ts";
import {
  lockRequest,
  recordRequestEvent,
  requireNextState,
  type LockedRequest,
  type RequestActor,
} from "./change-request.ts";
import type { WaitingReason } from "#shipping/rules/ship-request.ts";
import { isBoughtGift } from "./declaration.ts";
import { closedFor, compareForBox, quotePackage, shippedPackage } from "./quote-package.ts";
import { readServiceFacts } from "./service-facts.ts";

/** What the accepted service says to the box; undefined where it is no longer offered. */
export async function compareAccepted(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
): Promise<ComparedService | undefined> {
  const { request } = locked;
  const facts = await readServiceFacts(services, db, request.warehouseId);
  const shipped = await shippedPackage(db, locked);
  const compared = compareForBox(request, shipped, facts);
  return compared.find(({ service }) => service.code === request.serviceCode);
}

/**
 * Takes an acceptance back: the box is quoted anew and waits; what is held stays until the customer chooses again. Where no
 * service quotes it, as without exchange rates, it waits for one, since a choice among none would never end. A price that `held`
 * says was accepted is not quoted anew.
 */
export async function withdrawAcceptance(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
  reason: "lane_closed" | "price" | "goods" | "declaration",
  held?: RowOf<"quotes">,
): Promise<void> {
  requireNextState("withdraw_acceptance", "system", locked.request);
  const { quotes, compared } = await quotePackage(services, db, locked, held);
  const isWithoutChoice = quotes.length === 0 && reason !== "goods";
  const waitsFor = isWithoutChoice ? closedFor(compared, null) : reason;
  await waitFor(services, db, locked, actor, waitsFor);
  await clearServiceOfRoute(db, locked.pkg.id);
  await recordRequestEvent(db, locked.request.id, actor, "quoted_anew");
}

/** Whether the accepted service of a locked request no longer takes what is in the box. */
export async function isClosedByGoods(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
): Promise<boolean> {
  const { batteries, goods } = await shippedPackage(db, locked);
  // Most boxes have nothing that rules are about, and labels are made by the hundred.
  if (batteries.length + goods.length === 0) return false;
  const compared = await compareAccepted(services, db, locked);
  return compared?.reasons.some(({ kind }) => kind === "goods_rule") ?? false;
}

/** Why an accepted package gets no label: its service does not take what is in it, or its goods cannot go under their category. */
export type LabelStop = Extract<WaitingReason, "goods" | "declaration">;

async function stopOf(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
): Promise<LabelStop | null> {
  if (await isClosedByGoods(services, db, locked)) return "goods";
  return (await isBoughtGift(services, db, locked.request)) ? "declaration" : null;
}

/** Why a request gets no label as it is; null where it may have one. */
export async function readLabelStop(
  services: AcceptServices,
  db: Db,
  shipRequestId: string,
): Promise<LabelStop | null> {
  return await stopOf(services, db, await lockRequest(services, db, shipRequestId));
}

/** Takes the acceptance of a request back that gets no label. Returns for what its customer is asked; null where it stands. */
export async function withdrawStopped(
  services: AcceptServices,
  db: Db,
  shipRequestId: string,
): Promise<LabelStop | null> {
  const locked = await lockRequest(services, db, shipRequestId);
  if (locked.request.state !== "accepted") return null;
  const stop = await stopOf(services, db, locked);
  if (stop === null) return null;
  const actor: RequestActor = { actor: "system", actorId: null, at: services.now() };
  await withdrawAcceptance(services, db, locked, actor, stop);
  return stop;
}
