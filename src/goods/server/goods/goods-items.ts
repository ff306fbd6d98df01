import type { GoodsItemInput, GoodsWarning } from "#goods/contract/goods-item-fields.ts";
import { areScreenedAlike, type GoodsItem } from "#goods/rules/goods-item.ts";
import { declarationOfGoods } from "#goods/rules/goods-of-parcel.ts";
import { areValuedAlike } from "#goods/rules/goods-value.ts";
import { isValueDoubted } from "#goods/rules/value-doubt.ts";
import { isOpenParcel } from "#goods/rules/inbound-parcel.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { updateParcels } from "#goods/server/inbound-parcels/inbound-parcel-queries.ts";
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
import { readWarnings } from "./goods-warnings.ts";
import { readItemsOf } from "./read-items.ts";

/** The same with where codes are from as it was, of goods and codes that stay: the form does not say it. */
function withSources(items: readonly GoodsItem[], before: readonly GoodsItem[]): GoodsItem[] {
  return items.map((item) => {
    const same = before.find(
      ({ description, hsCode }) => description === item.description && hsCode === item.hsCode,
    );
    return same === undefined ? item : { ...item, hsCodeSource: same.hsCodeSource };
  });
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
    readonly isValueConfirmed?: boolean | undefined;
  },
): Promise<Saved> {
  const { db } = context;
  const { inboundParcelId } = input;
  const parcel = await lockOwnParcel(context, db, inboundParcelId);
  const before = await readItemsOf(context, db, inboundParcelId);
  const [checked = []] = await checkItems(context, [input.items]);
  const items = withSources(checked, before);
  const [warnings = []] = await readWarnings(context, [
    { goodsItems: items, saidValue: saidValueOf(parcel) },
  ]);
  const saved = { items, warnings };
  const wasConfirmed = parcel.valueConfirmedAt !== null;
  const isConfirmed =
    input.isValueConfirmed === undefined
      ? wasConfirmed && areValuedAlike(before, items)
      : input.isValueConfirmed && isValueDoubted(warnings);
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
