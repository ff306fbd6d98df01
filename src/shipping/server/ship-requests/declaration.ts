// What a ship request declares, whether that is complete, and its signature.
import { createHash } from "node:crypto";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import type { GoodsJudge } from "#goods/server/goods/judge-goods.ts";
import {
  readDeclaredGoods,
  signGoods,
  type DeclaredGoods,
} from "#goods/server/goods/declared-goods.ts";
import {
  categoryProblem,
  missingGoods,
  signedText,
  type Category,
} from "#shipping/rules/declaration.ts";
import { hasTooManyLines } from "#shipping/rules/customs-paper.ts";
import { requireFewLines } from "#shipping/server/customs/box-goods.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { listEvents } from "#people/server/db/events.ts";
import { sentence } from "#platform/server/translate.ts";
import type { LockedRequest } from "./change-request.ts";
import { listRequestParcels, saveSignature } from "./request-queries.ts";

/** What is declared to be in the parcels of a request that go, as far as is known: one that is missing may be found. */
export async function readGoodsOfRequest(
  judge: GoodsJudge,
  db: Db,
  shipRequestId: string,
): Promise<DeclaredGoods[]> {
  const parcels = await listRequestParcels(db, shipRequestId);
  const going = parcels.filter(({ state }) => state !== "left_out");
  return await readDeclaredGoods(
    judge,
    db,
    going.map(({ inboundParcelId }) => inboundParcelId),
  );
}

/** What is in all of the parcels. */
function itemsOf(goods: readonly Pick<DeclaredGoods, "goodsItems">[]) {
  return goods.flatMap(({ goodsItems }) => goodsItems);
}

/**
 * Throws `declaration_incomplete`, which names the goods and their parcels, unless all is stated, and `too_many_lines` where no
 * paper has room for all of it.
 */
export function requireComplete(goods: readonly DeclaredGoods[]): void {
  requireFewLines(itemsOf(goods));
  const missing = missingGoods(goods);
  if (missing.length === 0) return;
  const ids = new Set(missing.map(({ inboundParcelId }) => inboundParcelId));
  const parcels = goods
    .filter(({ inboundParcelId }) => ids.has(inboundParcelId))
    .map(({ description, ...parcel }) => (description === "" ? parcelName(parcel) : description))
    .join(", ");
  throw apiError(
    "declaration_incomplete",
    { missing },
    sentence("errors.declarationIncompleteOf", { parcels }),
  );
}

/** Throws `category_not_possible` where parcels cannot be sent under a category. */
export function requireCategory(category: Category, goods: readonly DeclaredGoods[]): void {
  const problem = categoryProblem(category, goods);
  if (problem === null) return;
  throw apiError(
    "category_not_possible",
    { reason: problem },
    problem === "bought" ? sentence("errors.giftBought") : sentence("errors.categoryTextMissing"),
  );
}

/** Whether a request is to be sent as a gift although one of its parcels was bought. */
export async function isBoughtGift(
  judge: GoodsJudge,
  db: Db,
  request: Category & { readonly id: string },
): Promise<boolean> {
  if (request.category !== "gift") return false;
  return categoryProblem(request, await readGoodsOfRequest(judge, db, request.id)) === "bought";
}

type Signable = Pick<RowOf<"shipRequests">, "signedAt">;

/** Whether staff corrected goods and their customer has signed nothing since. */
function isCorrected(goods: readonly Pick<DeclaredGoods, "correctedItems">[]): boolean {
  return goods.some(({ correctedItems }) => correctedItems.length > 0);
}

/** Whether staff corrected what a customer has signed, so that they are to say whether that is what they bought. */
function hasOpenCorrection(
  { signedAt }: Signable,
  goods: readonly Pick<DeclaredGoods, "correctedItems">[],
): boolean {
  return signedAt !== null && isCorrected(goods);
}

/**
 * Whether a request may go on with what it declares, under its category. Without a signature nothing is accepted by itself;
 * whoever still accepts a price signs with that.
 */
export async function isDeclared(
  judge: GoodsJudge,
  db: Db,
  request: Signable & Category & { readonly id: string },
  isAcceptedByItself: boolean,
): Promise<boolean> {
  const goods = await readGoodsOfRequest(judge, db, request.id);
  if (!isSignable(request, goods) || hasOpenCorrection(request, goods)) return false;
  return !isAcceptedByItself || request.signedAt !== null;
}

/** Whether the customer of a request is to say that what it declares is what they bought. */
export function isToConfirm(
  request: Signable & Category & Pick<RowOf<"shipRequests">, "waitingReason">,
  goods: readonly DeclaredGoods[],
): boolean {
  if (categoryProblem(request, goods) !== null) return false;
  if (hasOpenCorrection(request, goods)) return true;
  // Signed or not: nothing else lets it go on.
  return request.waitingReason === "declaration" && missingGoods(goods).length === 0;
}

/** Whether a request can be signed as it is: all goods are stated, fit on a paper, and can be sent under its category. */
function isSignable(request: Category, goods: readonly DeclaredGoods[]): boolean {
  return (
    missingGoods(goods).length === 0 &&
    !hasTooManyLines(itemsOf(goods)) &&
    categoryProblem(request, goods) === null
  );
}

/** The hash of what a request declares, as it is signed. */
export function declarationHash(category: Category, goods: readonly DeclaredGoods[]): string {
  return createHash("sha256").update(signedText(category, goods)).digest("hex");
}

/** Throws `conflict`, with the hash of now, where a request declares something else than its customer was shown. */
export function requireAsShown(
  request: Category,
  goods: readonly DeclaredGoods[],
  shownHash: string | undefined,
): void {
  const current = declarationHash(request, goods);
  if (shownHash !== undefined && shownHash !== current) throw apiError("conflict", { current });
}

/**
 * Stores that the customer of a locked request signs its goods as they were read. Throws `declaration_incomplete`,
 * `too_many_lines` and `category_not_possible`.
 */
export async function signDeclaration(
  db: Db,
  locked: LockedRequest,
  goods: readonly DeclaredGoods[],
  at: Date,
): Promise<LockedRequest> {
  const { request } = locked;
  requireComplete(goods);
  requireCategory(request, goods);
  await signGoods(db, goods);
  const signature = { signedAt: at, signedHash: declarationHash(request, goods) };
  await saveSignature(db, request.id, signature);
  return { ...locked, request: { ...request, ...signature } };
}

async function wasAccepted(db: Db, shipRequestId: string): Promise<boolean> {
  return (await listEvents(db, "ship_request", [shipRequestId], ["accepted"])).length > 0;
}

/** Whether the customer of a request has changed what was accepted already, so that their cap no longer speaks for them. */
export async function isToSayYes(
  db: Db,
  { id, signedAt }: Pick<RowOf<"shipRequests">, "id" | "signedAt">,
): Promise<boolean> {
  return signedAt === null && (await wasAccepted(db, id));
}

/** Whether the cap of a request signs what its customer states: until they are asked for what was accepted before. */
async function doesCapSign(
  db: Db,
  request: RowOf<"shipRequests">,
  goods: readonly DeclaredGoods[],
): Promise<boolean> {
  const { id, state, capCents, signedAt, signedHash, waitingReason } = request;
  if (capCents === null || state === "accepted") return false;
  const isAsked =
    signedAt === null ||
    waitingReason === "price" ||
    (state === "waiting_for_customer" && signedHash !== declarationHash(request, goods));
  return !(isAsked && (await wasAccepted(db, id)));
}

/** Takes the signature off a locked request whose customer changed what they said yes to. */
export async function unsign(db: Db, locked: LockedRequest): Promise<LockedRequest> {
  const { request } = locked;
  if (request.signedAt === null) return locked;
  const unsigned = { signedAt: null, signedHash: null } as const;
  await saveSignature(db, request.id, unsigned);
  return { ...locked, request: { ...request, ...unsigned } };
}

/**
 * Signs a locked request anew after its customer changed what it declares: with a cap they have signed what they state later as
 * well, until they change what was accepted: from then on they say yes themselves. What cannot be signed is unsigned, and a
 * correction by staff of something else still waits for their yes, signed or not.
 */
export async function signAnew(
  judge: GoodsJudge,
  db: Db,
  locked: LockedRequest,
  at: Date,
): Promise<LockedRequest> {
  const { request } = locked;
  const goods = await readGoodsOfRequest(judge, db, request.id);
  if (request.state !== "accepted" && isCorrected(goods)) return locked;
  const isSigning = isSignable(request, goods) && (await doesCapSign(db, request, goods));
  if (isSigning) return await signDeclaration(db, locked, goods, at);
  return await unsign(db, locked);
}

/**
 * Signs what still goes with a locked request, after its customer left something behind: what they have signed, or with a cap
 * what they stated since. What staff corrected still waits for their word, whether the rest is signed or not.
 */
export async function signRest(
  judge: GoodsJudge,
  db: Db,
  locked: LockedRequest,
  at: Date,
): Promise<LockedRequest> {
  const { request } = locked;
  if (request.signedAt === null && request.capCents === null) return locked;
  const goods = await readGoodsOfRequest(judge, db, request.id);
  if (isCorrected(goods) || !isSignable(request, goods)) return locked;
  if (await isToSayYes(db, request)) return locked;
  return await signDeclaration(db, locked, goods, at);
}

/**
 * Signs a locked request that its customer gives a cap. What staff corrected still waits for their word. Throws
 * `declaration_incomplete`, `too_many_lines` and `category_not_possible`.
 */
export async function signWithCap(
  judge: GoodsJudge,
  db: Db,
  locked: LockedRequest,
  at: Date,
): Promise<LockedRequest> {
  const goods = await readGoodsOfRequest(judge, db, locked.request.id);
  if (!isCorrected(goods)) return await signDeclaration(db, locked, goods, at);
  requireComplete(goods);
  requireCategory(locked.request, goods);
  return locked;
}

/**
 * Checks what a new request declares as far as it is stated, and signs one that is paid by itself, as `signWithCap` does. Throws
 * `too_many_lines`, `category_not_possible` and `declaration_incomplete`.
 */
export async function declareRequest(
  judge: GoodsJudge,
  db: Db,
  locked: LockedRequest,
  at: Date,
): Promise<LockedRequest> {
  const { request } = locked;
  if (request.capCents !== null) return await signWithCap(judge, db, locked, at);
  const goods = await readGoodsOfRequest(judge, db, request.id);
  requireFewLines(itemsOf(goods));
  requireCategory(request, goods);
  return locked;
}
