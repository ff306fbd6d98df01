import type { GoodsCorrection } from "#goods/contract/goods.ts";
import { areScreenedAlike, isSignedAlike, type GoodsItem } from "#goods/rules/goods-item.ts";
import { foundAfter, type FoundGoods } from "#goods/rules/found-goods.ts";
import { flagsOfContents } from "#catalogue/rules/goods-rule.ts";
import type { BatteryKind } from "#catalogue/rules/shipping-service.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { updateParcels } from "#goods/server/inbound-parcels/inbound-parcel-queries.ts";
import { recordParcelEvents } from "#goods/server/inbound-parcels/parcel-events.ts";
import { lockWithOwner } from "#goods/server/receiving/lock-received.ts";
import { notifyOfGoods } from "#goods/server/receiving/notify-owner.ts";
import type { ReceivedRow } from "#goods/server/receiving/receiving-queries.ts";
import { checkItems } from "./check-items.ts";
import { announceGoods } from "./declared-goods.ts";
import {
  deleteItems,
  insertItems,
  listCorrectedPositions,
  markCorrected,
} from "./goods-item-queries.ts";
import { readItemsOf } from "./read-items.ts";

type Correction = GoodsCorrection & { readonly item: GoodsItem };

/** Where a code is from after a correction: staff entered it, unless it is that of before or of the list of words. */
function codeOf({ hsCode, item }: Correction, checked: GoodsItem) {
  const { hsCode: code, hsCodeSource } = checked;
  if (code === item.hsCode) {
    // What was suggested of another description staff stand for now.
    const isLeft = item.hsCodeSource === "suggested" && hsCodeSource !== "suggested";
    return { hsCode: code, hsCodeSource: isLeft ? ("staff" as const) : item.hsCodeSource };
  }
  return { hsCode: code, hsCodeSource: hsCode === null ? hsCodeSource : ("staff" as const) };
}

/** Another description may be of goods that often have a battery, of which nobody was asked, or of none that are one. */
function batteryAfter(
  { battery, description }: Pick<GoodsItem, "battery" | "description">,
  corrected: string,
): BatteryKind {
  const isOfText = battery === "none" || battery === "loose";
  return isOfText && corrected !== description ? "unknown" : battery;
}

/** Whether there is a battery after a correction: as staff say, and judged anew of another description where they leave it. */
function batteryOfCorrection(
  { battery, description, item }: Correction,
  checked: GoodsItem,
): BatteryKind {
  const said = battery ?? item.battery;
  const isLeft = said === item.battery && description !== item.description;
  return isLeft || said === "unknown" ? checked.battery : said;
}

/** The goods of a parcel with their corrections. Throws `conflict` for one that is not there, and `description_refused`. */
async function correctedItems(
  context: SignedInContext,
  before: readonly GoodsItem[],
  corrections: readonly GoodsCorrection[],
): Promise<GoodsItem[]> {
  const found = corrections.map((correction): Correction => {
    const item = before[correction.index];
    if (item === undefined) throw apiError("conflict", { current: before });
    return { ...correction, item };
  });
  const inputs = found.map(
    ({ index: _index, item: { hsCodeSource: _source, ...item }, ...fields }) => ({
      ...item,
      ...fields,
      flags: fields.flags ?? item.flags,
      battery: fields.battery ?? batteryAfter(item, fields.description),
    }),
  );
  const [items = []] = await checkItems(context, [inputs]);
  const after = [...before];
  for (const [at, correction] of found.entries()) {
    const checked = items[at];
    if (checked !== undefined) {
      const battery = batteryOfCorrection(correction, checked);
      after[correction.index] = { ...checked, ...codeOf(correction, checked), battery };
    }
  }
  return after;
}

/** What goods in a parcel are said and found to be. */
type Known = { readonly items: readonly GoodsItem[]; readonly found: FoundGoods };

const isFoundAlike = (one: Known, other: Known) =>
  JSON.stringify(one.found) === JSON.stringify(other.found);

/** What rules are about in a parcel, as it was recorded, stated and found. */
function ruledContents({ battery, goodsFlags }: ReceivedRow, { items, found }: Known) {
  return flagsOfContents({
    batteries: [battery ?? [], items.map((item) => item.battery), found.batteries].flat(),
    goods: [goodsFlags, items.flatMap(({ flags }) => flags), found.goods].flat(),
  });
}

/** Has services judge the goods again where staff changed what they go by, and tells their customer of what is new. */
async function screenAgain(
  context: SignedInContext,
  parcel: ReceivedRow,
  before: Known,
  after: Known,
): Promise<void> {
  if (isFoundAlike(before, after) && areScreenedAlike(before.items, after.items)) return;
  const { db } = context;
  await context.listeners.goodsRecorded(context, db, parcel.id);
  const known = ruledContents(parcel, before);
  if (ruledContents(parcel, after).every((flag) => known.includes(flag))) return;
  await notifyOfGoods(context, db, parcel);
}

/**
 * Corrects description, origin, code, net weight, properties and battery of goods in a parcel that is here, until the label of
 * its shipment is made; quantity and value are its customer's. Who has signed them confirms another description or origin first,
 * and services judge the goods again by other properties. What staff add of them is found, and stays whatever the customer states
 * until staff take it off; what was recorded when it arrived is not touched. Throws `not_found`,
 * `own_account`, `inbound_parcel_not_free`, `description_refused`, `declaration_fixed`, `too_many_lines`, and `conflict` (with the
 * stored goods as `current`).
 */
export async function correctItems(
  context: SignedInContext,
  input: {
    readonly inboundParcelId: string;
    readonly corrections: readonly GoodsCorrection[];
    readonly takenOff: FoundGoods;
    readonly reason: string;
  },
): Promise<{ items: GoodsItem[] }> {
  const { db } = context;
  const { inboundParcelId, reason } = input;
  const { parcel } = await lockWithOwner(context, db, inboundParcelId);
  const before = await readItemsOf(context, db, inboundParcelId);
  const after = await correctedItems(context, before, input.corrections);
  const found = { batteries: parcel.foundBatteries, goods: parcel.foundFlags };
  const known: Known = { items: before, found };
  const corrected: Known = {
    items: after,
    found: foundAfter(found, input.takenOff, { before, after }),
  };
  const edit = context.edits(known, corrected, before, before);
  if (edit === null) return { items: after };
  const { state, packageId } = parcel;
  if (state !== "received" && state !== "packed") throw apiError("inbound_parcel_not_free");
  const changed = after.flatMap((item, at) => {
    const was = before[at];
    return was === undefined || isSignedAlike([was], [item]) ? [] : [at + 1];
  });
  const marked = (await listCorrectedPositions(db, [inboundParcelId])).get(inboundParcelId) ?? [];
  const now = context.now();
  await deleteItems(db, inboundParcelId);
  await insertItems(db, [{ id: inboundParcelId, goodsItems: after }]);
  await markCorrected(db, inboundParcelId, [...new Set([...marked, ...changed])], now);
  await updateParcels(db, [inboundParcelId], {
    foundFlags: corrected.found.goods,
    foundBatteries: corrected.found.batteries,
    updatedAt: now,
  });
  const event = { parcelId: inboundParcelId, kind: "declaration_changed", packageId } as const;
  await recordParcelEvents(context, db, [event], true);
  const parcelOf = { id: inboundParcelId, packageId };
  const isFoundAnew = !isFoundAlike(known, corrected);
  const change = { by: "staff", reason, before, after, isFoundAnew } as const;
  await announceGoods(context, db, parcelOf, change);
  await screenAgain(context, parcel, known, corrected);
  await context.audit({ ...edit, reason });
  return { items: after };
}
