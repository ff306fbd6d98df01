import type { GoodsItemInput, GoodsWarning } from "#goods/contract/goods-item-fields.ts";
import { areScreenedAlike, type GoodsItem } from "#goods/rules/goods-item.ts";
import { declarationOfGoods } from "#goods/rules/goods-of-parcel.ts";
import { lowValues } from "#goods/rules/goods-value.ts";
import { isOpenParcel } from "#goods/rules/inbound-parcel.ts";
import { readAllRates } from "#catalogue/server/exchange-rates/exchange-rates.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  updateParcels,
  type LockedParcel,
} from "#goods/server/inbound-parcels/inbound-parcel-queries.ts";
import { lockOwnParcel } from "#goods/server/inbound-parcels/lock-own-parcels.ts";
import { recordParcelEvents } from "#goods/server/inbound-parcels/parcel-events.ts";
import { checkItems } from "./check-items.ts";
import { announceGoods, saidValueOf } from "./declared-goods.ts";
import {
  deleteItems,
  insertItems,
  listCorrectedPositions,
  listNewestItems,
  updateNetWeightToNone,
} from "./goods-item-queries.ts";
import { readItemsOf } from "./read-items.ts";

/** What customs will hardly believe of the values, by the rates of today. */
async function valueWarnings(
  context: SignedInContext,
  parcel: LockedParcel,
  items: readonly GoodsItem[],
): Promise<GoodsWarning[]> {
  const rates = await readAllRates(context);
  const { lowItems, isTotalLow } = lowValues(items, saidValueOf(parcel), rates);
  return [
    ...lowItems.map((index) => ({ index, kind: "low_value" as const, stopWords: [] })),
    ...(isTotalLow ? [{ index: null, kind: "low_total" as const, stopWords: [] }] : []),
  ];
}

type Saved = { items: GoodsItem[]; warnings: GoodsWarning[] };

/**
 * Replaces what is in an own parcel, until the label of its shipment is made; what was accepted for it is taken back where that
 * changes what its customer signed. Throws `account_closed`, `not_found`, `description_refused` (with the `index` of the item,
 * the `reason` and `better` descriptions), `inbound_parcel_not_free`, `declaration_fixed`, `too_many_lines` where the paper of their
 * shipment has no room for them, and `conflict` (with the stored items as `current`) where they differ both from the expected and from the new ones.
 */
export async function saveItems(
  context: SignedInContext,
  input: {
    readonly inboundParcelId: string;
    readonly items: readonly GoodsItemInput[];
    readonly isValueConfirmed: boolean;
  },
): Promise<Saved> {
  const { db } = context;
  const { inboundParcelId } = input;
  const parcel = await lockOwnParcel(context, db, inboundParcelId);
  const before = await readItemsOf(context, db, inboundParcelId);
  const [{ items, warnings } = { items: [], warnings: [] }] = await checkItems(context, [
    input.items,
  ]);
  const doubts = await valueWarnings(context, parcel, items);
  const saved = { items, warnings: [...warnings, ...doubts] };
  const wasConfirmed = parcel.valueConfirmedAt !== null;
  const isConfirmed = doubts.length > 0 && input.isValueConfirmed;
  const stored = { items: before, isValueConfirmed: wasConfirmed };
  const wanted = { items, isValueConfirmed: isConfirmed };
  const edit = context.edits(stored, wanted, before, before);
  if (edit === null) return saved;
  if (!isOpenParcel(parcel.state)) throw apiError("inbound_parcel_not_free");
  const hasCorrections = (await listCorrectedPositions(db, [inboundParcelId])).size > 0;
  await deleteItems(db, inboundParcelId);
  await insertItems(db, [{ id: inboundParcelId, goodsItems: items }]);
  const now = context.now();
  await updateParcels(db, [inboundParcelId], {
    ...declarationOfGoods(parcel, before, items),
    ...(wasConfirmed !== isConfirmed && { valueConfirmedAt: isConfirmed ? now : null }),
    updatedAt: now,
  });
  const { packageId } = parcel;
  await recordParcelEvents(context, db, [
    { parcelId: inboundParcelId, kind: "declaration_changed", packageId },
  ]);
  const changed = { by: "customer", reason: "", before, after: items } as const;
  await announceGoods(context, db, parcel, { ...changed, isSignedAnew: hasCorrections });
  if (!areScreenedAlike(before, items)) {
    await context.listeners.goodsRecorded(context, db, inboundParcelId);
  }
  await context.audit(edit);
  return saved;
}

/** So many of the newest goods items are looked through, and so many different ones are listed. */
const recentLimits = { read: 200, listed: 5 } as const;

/** The last different goods items of own parcels, those of the newest parcel first. */
export async function listRecentItems({
  db,
  session,
}: SignedInContext): Promise<{ items: GoodsItem[] }> {
  const newest = await listNewestItems(db, session.person.id, recentLimits.read);
  const different = new Map<string, GoodsItem>();
  for (const item of newest.filter(({ description }) => description !== "")) {
    const key = item.description.toLowerCase();
    if (!different.has(key)) different.set(key, item);
  }
  return { items: [...different.values()].slice(0, recentLimits.listed) };
}

/** Takes the typed net weight of a goods item away, so that it gets its share; `index` is its place from 0. */
export async function clearNetWeight(
  db: Db,
  inboundParcelId: string,
  index: number,
): Promise<void> {
  await updateNetWeightToNone(db, inboundParcelId, index);
}
