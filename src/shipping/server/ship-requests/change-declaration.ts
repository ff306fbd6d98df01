// Declarations that change while their package is prepared: by its customer, by staff, and by its customer's yes to that.
import { readAllRates } from "#catalogue/server/exchange-rates/exchange-rates.ts";
import type { ShipDeclaration } from "#shipping/contract/declarations.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import {
  missingGoods,
  mayBeGift,
  valuesByCurrency,
  type Category,
} from "#shipping/rules/declaration.ts";
import { readBox } from "#shipping/server/boxes/boxes.ts";
import { requireFewLines } from "#shipping/server/customs/box-goods.ts";
import { netGramsOf, type PackedBox } from "#shipping/server/customs/make-paper.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import type { CountryCode } from "#catalogue/rules/country.ts";
import { asksIdentifiers, hasIdentifiers } from "#shipping/rules/customs-paper.ts";
import { readDataRules } from "#goods/server/customs/customs-facts.ts";
import type { GoodsChange } from "#goods/server/announcements.ts";
import { isOpenShipRequest } from "#goods/rules/package-stage.ts";
import { readOwnGoods, type DeclaredGoods } from "#goods/server/goods/declared-goods.ts";
import { readWarnings } from "#goods/server/goods/goods-warnings.ts";
import { isValueDoubted } from "#goods/rules/value-doubt.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { readApproval, type AcceptServices } from "./apply-quote.ts";
import {
  lockRequest,
  recordRequestEvent,
  saveRequest,
  type LockedRequest,
  type RequestActor,
} from "./change-request.ts";
import {
  declarationHash,
  isDeclared,
  isToConfirm,
  readGoodsOfRequest,
  requireAsShown,
  requireCategory,
  requireComplete,
  signAnew,
  signDeclaration,
} from "./declaration.ts";
import { findQuote } from "./quote-queries.ts";
import { withdrawAcceptance } from "./withdraw-acceptance.ts";
import { findOpenRequest, findRequest, listRequestParcels } from "./request-queries.ts";
import { settleAgain } from "./resume-waiting-requests.ts";
import { describeShipRequest } from "./ship-requests.ts";

/** Where goods are sent, and why. */
type Sent = Pick<Category, "category" | "commerceType"> & {
  readonly countryCode?: CountryCode | undefined;
};

/** The goods of which customs of the destination ask for identifiers that are not stated. */
async function withoutIdentifiers(
  context: SignedInContext,
  goods: readonly DeclaredGoods[],
  { countryCode, ...sent }: Sent,
): Promise<ShipDeclaration["withoutIdentifiers"]> {
  if (countryCode === undefined) return [];
  const rule = (await readDataRules(context, [countryCode]))(countryCode);
  if (!asksIdentifiers(sent, rule)) return [];
  return goods.flatMap(({ inboundParcelId, goodsItems }) =>
    goodsItems.flatMap((item, index) => (hasIdentifiers(item) ? [] : [{ inboundParcelId, index }])),
  );
}

/** What the box of a request weighs, full and empty; null until it is packed. */
async function packedBoxOf(
  db: Db,
  { packedGrams, boxId }: Pick<RowOf<"shipRequests">, "packedGrams" | "boxId">,
): Promise<PackedBox | null> {
  if (packedGrams === null) return null;
  const box = boxId === null ? undefined : await readBox(db, boxId);
  return { packedGrams, emptyGrams: box?.emptyGrams ?? 0 };
}

async function describeGoods(
  context: SignedInContext,
  goods: readonly DeclaredGoods[],
  sent: Sent,
  packed: PackedBox | null = null,
): Promise<ShipDeclaration> {
  const rates = await readAllRates(context);
  const missing = missingGoods(goods);
  const weighed = goods.map(({ goodsItems: items, ...parcel }) => ({ ...parcel, items }));
  const netGrams = netGramsOf(weighed, packed, rates);
  const warnings = await readWarnings(context, goods);
  return {
    withoutIdentifiers: await withoutIdentifiers(context, goods, sent),
    parcels: goods.map(
      ({ saidValue: _said, shop: _shop, orderReference: _reference, ...parcel }, at) => ({
        ...parcel,
        goodsItems: [...parcel.goodsItems],
        netGrams: netGrams[at] ?? [],
        correctedItems: [...parcel.correctedItems],
        warnings: warnings[at] ?? [],
        isValueLow: isValueDoubted(warnings[at] ?? []),
      }),
    ),
    missing: missing.map(({ parts, ...one }) => ({ ...one, parts: [...parts] })),
    totals: valuesByCurrency(goods.flatMap(({ goodsItems }) => goodsItems)),
    mayBeGift: mayBeGift(goods),
  };
}

/** What is declared to be in own parcels. Throws `not_found` where one is not the customer's. */
export async function readParcelsDeclaration(
  context: SignedInContext,
  { inboundParcelIds, ...sent }: Sent & { readonly inboundParcelIds: readonly string[] },
): Promise<ShipDeclaration> {
  const { db, session } = context;
  const goods = await readOwnGoods(context, db, session.person.id, inboundParcelIds);
  return await describeGoods(context, goods, sent);
}

/** What an own ship request declares, and whether that is signed. Throws `not_found`. */
export async function readDeclaration(
  context: SignedInContext,
  { shipRequestId }: { readonly shipRequestId: string },
) {
  const { db, session } = context;
  const request = await findRequest(db, shipRequestId);
  if (request === undefined || request.userId !== session.person.id) throw apiError("not_found");
  const goods = await readGoodsOfRequest(context, db, shipRequestId);
  const { state, signedAt, category, categoryText, commerceType } = request;
  const approved = await readApproval(db, request);
  return {
    ...(await describeGoods(context, goods, request, await packedBoxOf(db, request))),
    category,
    categoryText,
    commerceType,
    signedAt: signedAt?.toISOString() ?? null,
    isToConfirm: isToConfirm(request, goods),
    declaredHash: declarationHash(request, goods),
    approved: approved && { serviceCode: approved.serviceCode, amountCents: approved.cents },
    mayChange: isOpenShipRequest(state) && state !== "labelled",
  };
}

/**
 * Leads a request on after its customer changed what they sign: an acceptance is taken back, and what they said yes to before
 * the box was opened again no longer counts.
 */
async function followCustomer(
  context: SignedInContext,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
): Promise<void> {
  const signed = await signAnew(context, db, locked, actor.at);
  const changed = await saveRequest(db, signed, actor, { reopenedQuoteId: null }, [
    "declaration_changed",
  ]);
  if (changed.request.state !== "accepted") {
    await settlePacked(context, db, changed, actor);
    return;
  }
  const isDeclarable = await isDeclared(context, db, changed.request, false);
  const reason = isDeclarable ? "price" : "declaration";
  await withdrawAcceptance(context, db, changed, actor, reason);
}

/** Decides again about a packed box that waits. */
async function settlePacked(
  services: AcceptServices,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
): Promise<void> {
  const { state, packedAt } = locked.request;
  if (state !== "waiting_for_customer" || packedAt === null) return;
  await settleAgain(services, db, locked, actor);
}

/** A correction by staff of what was signed waits for the customer's yes, which accepts the same price again. */
async function followStaff(
  context: SignedInContext,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
  reason: string,
): Promise<void> {
  const { state, quoteId, waitingReason, reopenedQuoteId } = locked.request;
  const isPriced = state === "accepted" || waitingReason === "top_up";
  const changed = await saveRequest(
    db,
    locked,
    actor,
    { reopenedQuoteId: isPriced ? quoteId : reopenedQuoteId },
    ["declaration_changed", { reason }],
  );
  if (state === "accepted") {
    const accepted = quoteId === null ? undefined : await findQuote(db, quoteId);
    await withdrawAcceptance(context, db, changed, actor, "declaration", accepted);
    return;
  }
  await settlePacked(context, db, changed, actor);
}

/**
 * Whether a change that is not signed decides if a request can be a gift: where a parcel was bought is known of the parcel, and
 * is not on the paper. One of which another parcel was bought stays what it was.
 */
async function isGiftToJudge(
  context: SignedInContext,
  db: Db,
  { request }: LockedRequest,
  { parcelId, isPurchaseChanged }: GoodsChange,
): Promise<boolean> {
  if (request.category !== "gift") return false;
  const goods = await readGoodsOfRequest(context, db, request.id);
  const others = goods.filter(({ inboundParcelId }) => inboundParcelId !== parcelId);
  if (isPurchaseChanged && mayBeGift(others)) return true;
  // It may have been accepted, or offered, before a shop became known.
  const isGoingOn = request.signedAt !== null || request.waitingReason === "price";
  return isGoingOn && !mayBeGift(goods);
}

/** Throws `too_many_lines` where goods of a parcel were added for which the paper of its request has no room. */
async function requireRoom(
  context: SignedInContext,
  db: Db,
  { id }: Pick<RowOf<"shipRequests">, "id">,
  { parcelId, goodsBefore }: GoodsChange,
): Promise<void> {
  const goods = await readGoodsOfRequest(context, db, id);
  const before = goods.flatMap(({ inboundParcelId, goodsItems }) =>
    inboundParcelId === parcelId ? goodsBefore : goodsItems,
  );
  const after = goods.flatMap(({ goodsItems }) => goodsItems);
  requireFewLines(after, before);
}

/**
 * Follows a change of the goods of a parcel that goes with an open request: nothing else than before is accepted. Throws
 * `declaration_fixed` once its label is made, and `too_many_lines`.
 */
export async function followGoods(
  context: SignedInContext,
  db: Db,
  change: GoodsChange,
): Promise<void> {
  const { parcelId, packageId, by, isSigned, isScreened, reason } = change;
  if (packageId === null) return;
  const found = await findOpenRequest(db, packageId);
  if (found === undefined) return;
  const parcels = await listRequestParcels(db, found.id);
  const isGoing = parcels.some(
    ({ inboundParcelId, state }) => inboundParcelId === parcelId && state !== "left_out",
  );
  if (!isGoing) return;
  const locked = await lockRequest(context, db, found.id);
  if (locked.request.state === "labelled") throw apiError("declaration_fixed");
  await requireRoom(context, db, locked.request, change);
  const actor = { actor: by, actorId: context.session.person.id, at: context.now() } as const;
  if (!isSigned && !(by === "customer" && (await isGiftToJudge(context, db, locked, change)))) {
    if (by === "staff" && isScreened)
      await recordRequestEvent(db, found.id, actor, "declaration_changed", { reason });
    // It may have been the answer that was missing, such as whether there is a battery.
    if (locked.request.waitingReason === "declaration")
      await settlePacked(context, db, locked, actor);
    return;
  }
  if (by === "customer") await followCustomer(context, db, locked, actor);
  else await followStaff(context, db, locked, actor, reason);
}

/**
 * Says that corrections by staff, or what was stated since, are what the customer of an own request bought: it signs them, and
 * a packed box goes on at the price that was accepted. A repeat changes nothing. Throws `not_found`, `declaration_incomplete`,
 * `too_many_lines`, and `conflict` where it declares something else than was shown (with its hash as `current`), is labelled or has ended.
 */
export async function confirmDeclaration(
  context: SignedInContext,
  input: { readonly shipRequestId: string; readonly declaredHash: string },
): Promise<ShipRequest> {
  const { db } = context;
  const { shipRequestId } = input;
  const userId = context.session.person.id;
  const locked = await lockRequest(context, db, shipRequestId, userId);
  const { request } = locked;
  const goods = await readGoodsOfRequest(context, db, shipRequestId);
  if (request.waitingReason === "declaration") requireComplete(goods);
  if (!isToConfirm(request, goods)) {
    return await describeShipRequest(context, shipRequestId);
  }
  if (!isOpenShipRequest(request.state) || request.state === "labelled") {
    throw apiError("conflict", { current: request.state });
  }
  requireAsShown(request, goods, input.declaredHash);
  const actor: RequestActor = { actor: "customer", actorId: userId, at: context.now() };
  const signed = await signDeclaration(db, locked, goods, actor.at);
  await recordRequestEvent(db, shipRequestId, actor, "declaration_confirmed");
  await settlePacked(context, db, signed, actor);
  return await describeShipRequest(context, shipRequestId);
}

/**
 * Changes why the goods of an own request are sent, until its label is made. What was accepted is to be accepted again, since
 * it is part of what was signed. Throws `not_found`, `conflict`, `category_not_possible` and `declaration_fixed`.
 */
export async function changeCategory(
  context: SignedInContext,
  input: Category & { readonly shipRequestId: string },
): Promise<ShipRequest> {
  const { db } = context;
  const userId = context.session.person.id;
  const { category, categoryText, commerceType } = input;
  const locked = await lockRequest(context, db, input.shipRequestId, userId);
  const { request } = locked;
  const stored: Category = {
    category: request.category,
    categoryText: request.categoryText,
    commerceType: request.commerceType,
  };
  const wanted: Category = { category, categoryText, commerceType };
  if (context.edits(stored, wanted, request.version) === null) {
    return await describeShipRequest(context, request.id);
  }
  if (request.state === "labelled") throw apiError("declaration_fixed");
  if (!isOpenShipRequest(request.state)) throw apiError("conflict", { current: request.state });
  requireCategory(wanted, await readGoodsOfRequest(context, db, request.id));
  const actor: RequestActor = { actor: "customer", actorId: userId, at: context.now() };
  const changed = await saveRequest(db, locked, actor, wanted, null);
  await followCustomer(context, db, changed, actor);
  return await describeShipRequest(context, request.id);
}
