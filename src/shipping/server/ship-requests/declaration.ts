// What a ship request declares, whether that is complete, and its signature.
import { createHash } from "node:crypto";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
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
import { apiError } from "#platform/contract/errors.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { sentence } from "#platform/server/translate.ts";
import type { LockedRequest } from "./change-request.ts";
import { listRequestParcels, saveSignature } from "./request-queries.ts";

/** What is declared to be in the parcels of a request that go. */
export async function readGoodsOfRequest(db: Db, shipRequestId: string): Promise<DeclaredGoods[]> {
  const parcels = await listRequestParcels(db, shipRequestId);
  const going = parcels.filter(({ state }) => state === "in_box" || state === "to_find");
  return await readDeclaredGoods(
    db,
    going.map(({ inboundParcelId }) => inboundParcelId),
  );
}

/** Throws `declaration_incomplete`, which names the goods and their parcels, unless all is stated. */
export function requireComplete(goods: readonly DeclaredGoods[]): void {
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

type Signable = Pick<RowOf<"shipRequests">, "signedAt">;

/** Whether staff corrected what a customer has signed, so that they are to say whether that is what they bought. */
function hasOpenCorrection(
  { signedAt }: Signable,
  goods: readonly Pick<DeclaredGoods, "correctedItems">[],
): boolean {
  return signedAt !== null && goods.some(({ correctedItems }) => correctedItems.length > 0);
}

/**
 * Whether a request may go on with what it declares. Without a signature nothing is accepted by itself; whoever still accepts
 * a price signs with that.
 */
export async function isDeclared(
  db: Db,
  request: Signable & { readonly id: string },
  isAcceptedByItself: boolean,
): Promise<boolean> {
  const goods = await readGoodsOfRequest(db, request.id);
  if (missingGoods(goods).length > 0 || hasOpenCorrection(request, goods)) return false;
  return !isAcceptedByItself || request.signedAt !== null;
}

/** Whether the customer of a request is to say that what it declares is what they bought. */
export function isToConfirm(
  request: Signable & Pick<RowOf<"shipRequests">, "waitingReason">,
  goods: readonly DeclaredGoods[],
): boolean {
  if (hasOpenCorrection(request, goods)) return true;
  const waitsUnsigned = request.signedAt === null && request.waitingReason === "declaration";
  return waitsUnsigned && missingGoods(goods).length === 0;
}

/** Whether a request can be signed as it is: all goods are stated, and they can be sent under its category. */
function isSignable(request: Category, goods: readonly DeclaredGoods[]): boolean {
  return missingGoods(goods).length === 0 && categoryProblem(request, goods) === null;
}

/** Stores that the customer of a locked request signs what it declares now. Throws `declaration_incomplete` and `category_not_possible`. */
export async function signDeclaration(
  db: Db,
  locked: LockedRequest,
  at: Date,
): Promise<LockedRequest> {
  const { request } = locked;
  const goods = await readGoodsOfRequest(db, request.id);
  requireComplete(goods);
  requireCategory(request, goods);
  await signGoods(
    db,
    goods.map(({ inboundParcelId }) => inboundParcelId),
  );
  const signedHash = createHash("sha256").update(signedText(request, goods)).digest("hex");
  const signature = { signedAt: at, signedHash };
  await saveSignature(db, request.id, signature);
  return { ...locked, request: { ...request, ...signature } };
}

/** What takes a signature off a request. */
const unsigned = { signedAt: null, signedHash: null } as const;

/**
 * Signs a locked request anew after its customer changed what it declares: with a cap they have signed what they state later as
 * well. What cannot be signed is unsigned, and a correction by staff of something else still waits for their yes.
 */
export async function signAnew(db: Db, locked: LockedRequest, at: Date): Promise<LockedRequest> {
  const { request } = locked;
  const goods = await readGoodsOfRequest(db, request.id);
  if (request.state !== "accepted" && hasOpenCorrection(request, goods)) return locked;
  const isSigning = request.state !== "accepted" && request.capCents !== null;
  if (isSigning && isSignable(request, goods)) return await signDeclaration(db, locked, at);
  if (request.signedAt === null) return locked;
  await saveSignature(db, request.id, unsigned);
  return { ...locked, request: { ...request, ...unsigned } };
}

/**
 * Checks why the goods of a new request are sent, and signs one that is paid by itself. Throws `category_not_possible` and
 * `declaration_incomplete`.
 */
export async function declareRequest(
  db: Db,
  locked: LockedRequest,
  at: Date,
): Promise<LockedRequest> {
  const { request } = locked;
  if (request.capCents !== null) return await signDeclaration(db, locked, at);
  requireCategory(request, await readGoodsOfRequest(db, request.id));
  return locked;
}
