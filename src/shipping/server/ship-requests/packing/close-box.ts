import { apiError } from "#platform/contract/errors.ts";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import type { SidesMm } from "#catalogue/rules/chargeable-weight.ts";
import { priorityPacking } from "#catalogue/rules/extra-service.ts";
import {
  isOfBox,
  isToTakeOut,
  isUsualWeight,
  photosOfClosedBox,
} from "#shipping/rules/ship-request.ts";
import { readBox } from "#shipping/server/boxes/boxes.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { cancelOrderByItself, finishOrder } from "#shipping/server/extra-services/order-ends.ts";
import { readWorkOfRequest } from "#shipping/server/extra-services/orders.ts";
import { setParcelStates } from "#goods/server/inbound-parcels/parcels-of-package.ts";
import { updatePackageFromParcels } from "#goods/server/packages/change-package.ts";
import { saveFinalWeight } from "#goods/server/packages/update-package.ts";
import { settleOnQuotes } from "#shipping/server/ship-requests/apply-quote.ts";
import {
  lockRequest,
  requireNextState,
  saveRequest,
  type LockedRequest,
} from "#shipping/server/ship-requests/change-request.ts";
import { quotePackage } from "#shipping/server/ship-requests/quote-package.ts";
import { listRequestParcels } from "#shipping/server/ship-requests/request-queries.ts";
import { takeOthersOut } from "#shipping/server/ship-requests/request-shipping.ts";
import { stopStorage } from "#shipping/server/ship-requests/chosen-parcels.ts";
import { tooHeavyItem } from "#goods/rules/net-weight.ts";
import { clearNetWeight } from "#goods/server/goods/goods-items.ts";
import type { GoodsJudge } from "#goods/server/goods/judge-goods.ts";
import { readBoxGoods } from "#shipping/server/customs/box-goods.ts";
import { sentence } from "#platform/server/translate.ts";
import { describePacking, requirePacker, staffActor } from "./packing.ts";
import { listBoxPhotos } from "./packing-images.ts";

type Input = {
  readonly shipRequestId: string;
  readonly weightGrams: number;
  readonly sidesMm: SidesMm;
  readonly boxId: string | null;
  readonly isWeightConfirmed: boolean;
  readonly dividesNetWeights: boolean;
};

/** Throws `photo_needed` unless the open and the closed box were photographed since packing began. */
async function requirePhotos(db: Db, shipRequestId: string): Promise<void> {
  const images = await listBoxPhotos(db, shipRequestId);
  const missing = photosOfClosedBox.filter((kind) => !images.some((image) => image.kind === kind));
  if (missing.length === 0) return;
  throw apiError("photo_needed", { kinds: missing }, sentence("errors.photoOfBoxNeeded"));
}

/** What the box weighs when it is empty. Throws `not_found`, and `box_too_small` where the closed box cannot be this one, whose price its customer would pay. */
async function requireBox(
  { db, language }: SignedInContext,
  boxId: string,
  sidesMm: SidesMm,
): Promise<number> {
  const box = await readBox(db, boxId);
  if (box === undefined) throw apiError("not_found");
  if (isOfBox(sidesMm, [box.lengthMm, box.widthMm, box.heightMm])) return box.emptyGrams;
  const { [language]: name } = box.names;
  throw apiError("box_too_small", {}, sentence("errors.boxTooSmall", { name }));
}

/**
 * Packing itself is what priority was for; packed later than promised it is not charged. Throws `extra_services_open` for other
 * work that is neither done nor refused.
 */
async function endExtraServices(
  context: SignedInContext,
  db: Db,
  shipRequestId: string,
): Promise<void> {
  const open = (await readWorkOfRequest(db, shipRequestId)).filter(
    ({ state }) => state === "ordered",
  );
  if (open.some(({ code }) => code !== priorityPacking)) throw apiError("extra_services_open");
  const now = context.now();
  for (const order of open) {
    if (order.dueAt < now) await cancelOrderByItself(context, db, order);
    else await finishOrder(context, db, order, { resultText: "", checkedItems: [] });
  }
}

/** The parcels in the box. Throws `not_all_found`, also where one that stays here is in it, and `unusual_weight` until that is confirmed. */
async function requirePacked(db: Db, input: Input, emptyGrams: number): Promise<string[]> {
  const parcels = await listRequestParcels(db, input.shipRequestId);
  const open = parcels.filter(({ state }) => state === "to_find" || state === "missing");
  const inBox = parcels.filter(({ state }) => state === "in_box");
  if (open.length > 0 || inBox.length === 0) {
    throw apiError("not_all_found", { remaining: open.length });
  }
  if (parcels.some(isToTakeOut)) {
    throw apiError("not_all_found", { remaining: 0 }, sentence("errors.parcelsToTakeOut"));
  }
  const grams = inBox.map(({ weightGrams }) => weightGrams);
  if (!input.isWeightConfirmed && !isUsualWeight(input.weightGrams, [...grams, emptyGrams])) {
    const parcelGrams = grams.reduce<number>((sum, weight) => sum + (weight ?? 0), 0);
    throw apiError("unusual_weight", { parcelGrams });
  }
  return inBox.map(({ inboundParcelId }) => inboundParcelId);
}

/**
 * Throws `net_weight_too_high`, which names a goods item whose typed net weight cannot be in the box, or takes such weights
 * away, so that they are shared out.
 */
async function requireNetWeights(judge: GoodsJudge, db: Db, input: Input): Promise<void> {
  for (;;) {
    const parcels =
      (await readBoxGoods(judge, db, [input.shipRequestId])).get(input.shipRequestId) ?? [];
    const weighed = parcels.map(({ weightGrams, items }) => ({
      weightGrams,
      items: items.map(({ netGrams }) => ({ netGrams, valueMinor: null })),
    }));
    const place = tooHeavyItem(weighed, input.weightGrams);
    const parcel = parcels[place?.parcel ?? -1];
    const item = parcel?.items[place?.item ?? -1];
    if (place === null || parcel === undefined || item === undefined) return;
    const { description: text, netGrams } = item;
    if (!input.dividesNetWeights) {
      throw apiError(
        "net_weight_too_high",
        { description: text, netGrams },
        sentence("errors.netWeightTooHigh", { text, grams: netGrams ?? 0 }),
      );
    }
    await clearNetWeight(db, parcel.inboundParcelId, place.item);
  }
}

async function save(
  context: SignedInContext,
  db: Db,
  locked: LockedRequest,
  input: Input,
): Promise<LockedRequest> {
  const actor = staffActor(context);
  const state = requireNextState("close_box", "packer", locked.request);
  const { weightGrams, boxId } = input;
  const [packedLengthMm, packedWidthMm, packedHeightMm] = input.sidesMm;
  return await saveRequest(
    db,
    locked,
    actor,
    {
      state,
      boxId,
      isBoxChosen: true,
      packedGrams: weightGrams,
      packedLengthMm,
      packedWidthMm,
      packedHeightMm,
      packedBy: actor.actorId,
      packedAt: actor.at,
    },
    ["box_closed", { weightGrams }],
  );
}

/**
 * Closes the box of a request with its weight and sides: the parcels are packed, what is not in the box leaves the package, and
 * every service is quoted. Within the cap it is accepted by itself, otherwise it waits.
 *
 * Throws `not_found`, `own_account`, `conflict`, `packed_by_another`, `not_all_found`, `unusual_weight`, `box_too_small`,
 * `net_weight_too_high`, `photo_needed` and `extra_services_open`.
 */
export async function closeBox(context: SignedInContext, input: Input): Promise<PackingRequest> {
  const { db } = context;
  const { shipRequestId, boxId, weightGrams } = input;
  const locked = await lockRequest(context, db, shipRequestId);
  const { request, pkg } = locked;
  requireNextState("close_box", "packer", request);
  requirePacker(context, request);
  const emptyGrams = boxId === null ? 0 : await requireBox(context, boxId, input.sidesMm);
  const parcelIds = await requirePacked(db, input, emptyGrams);
  await requireNetWeights(context, db, input);
  await requirePhotos(db, shipRequestId);
  await setParcelStates(context, db, pkg.id, parcelIds, "packed");
  await takeOthersOut(context, db, locked, staffActor(context), parcelIds);
  await endExtraServices(context, db, shipRequestId);
  await stopStorage(db, shipRequestId, context.now());
  await saveFinalWeight(context, db, pkg, weightGrams);
  const closed = await save(context, db, locked, input);
  await updatePackageFromParcels(context, db, pkg.id);
  await context.audit({
    after: { weightGrams, sidesMm: input.sidesMm, boxId, parcelIds },
  });
  const quoted = await quotePackage(context, db, closed);
  await settleOnQuotes(context, db, closed, staffActor(context), quoted);
  context.log.info({ shipRequestId }, "Box closed");
  return await describePacking(context, shipRequestId);
}
