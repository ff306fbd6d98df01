// What is declared to be in parcels, as whoever sends them needs it.
import { areScreenedAlike, isSignedAlike, type GoodsItem } from "#goods/rules/goods-item.ts";
import type { BatteryKind } from "#catalogue/rules/shipping-service.ts";
import type { DeclaredCurrency } from "#goods/rules/inbound-parcel.ts";
import type { GoodsChange } from "#goods/server/announcements.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  clearCorrections,
  insertItems,
  listCorrectedPositions,
  listDeclaredParcels,
  listItems,
} from "./goods-item-queries.ts";
import type { GoodsJudge } from "./judge-goods.ts";
import { readItems } from "./read-items.ts";

/** A parcel with what is declared to be in it. */
export type DeclaredGoods = {
  readonly inboundParcelId: string;
  readonly trackingNumber: string | null;
  readonly labelCode: string;
  readonly description: string;
  readonly shop: string;
  readonly orderReference: string;
  readonly goodsItems: readonly GoodsItem[];
  /** null: it was not weighed. */
  readonly weightGrams: number | null;
  /** What was found when it arrived; null: nothing is recorded. */
  readonly battery: BatteryKind | null;
  /** The places of those that staff corrected and its customer has not signed since. */
  readonly correctedItems: readonly number[];
  /** What an order or its customer said first that all of it cost; null: nothing. */
  readonly saidValue: { readonly valueMinor: number; readonly currency: DeclaredCurrency } | null;
  /** Whether its customer said that values which look too low are what they paid. */
  readonly isValueConfirmed: boolean;
};

type Said = {
  readonly declaredValueMinor: bigint | number | null;
  readonly declaredCurrency: DeclaredCurrency | null;
};

/** What was said first that a parcel cost; null: nothing. */
export function saidValueOf({ declaredValueMinor, declaredCurrency }: Said) {
  return declaredValueMinor === null || declaredCurrency === null
    ? null
    : { valueMinor: Number(declaredValueMinor), currency: declaredCurrency };
}

/** What is declared to be in parcels, in the order of their ids. */
export async function readDeclaredGoods(
  judge: GoodsJudge,
  db: Db,
  parcelIds: readonly string[],
): Promise<DeclaredGoods[]> {
  const items = await readItems(judge, db, parcelIds);
  const corrected = await listCorrectedPositions(db, parcelIds);
  const rows = new Map((await listDeclaredParcels(db, parcelIds)).map((row) => [row.id, row]));
  return parcelIds.flatMap((inboundParcelId) => {
    const row = rows.get(inboundParcelId);
    if (row === undefined) return [];
    const { trackingNumber, labelCode, description, shop, orderReference, battery } = row;
    const { weightGrams } = row;
    return [
      {
        inboundParcelId,
        trackingNumber,
        labelCode,
        description,
        shop,
        orderReference,
        goodsItems: items.get(inboundParcelId) ?? [],
        weightGrams,
        battery,
        correctedItems: (corrected.get(inboundParcelId) ?? []).map((position) => position - 1),
        saidValue: saidValueOf(row),
        isValueConfirmed: row.valueConfirmedAt !== null,
      },
    ];
  });
}

/** The same of a customer's own parcels, each once. Throws `not_found` where one is not theirs. */
export async function readOwnGoods(
  judge: GoodsJudge,
  db: Db,
  userId: string,
  parcelIds: readonly string[],
): Promise<DeclaredGoods[]> {
  const ids = [...new Set(parcelIds)];
  const rows = await listDeclaredParcels(db, ids);
  if (rows.filter((row) => row.userId === userId).length < ids.length) throw apiError("not_found");
  return await readDeclaredGoods(judge, db, ids);
}

/**
 * Says that the customer of parcels has signed what is in them, with what staff corrected. What was only said of one as a whole
 * is stored as its goods: other words for goods no longer change it.
 */
export async function signGoods(
  db: Db,
  goods: readonly Pick<DeclaredGoods, "inboundParcelId" | "goodsItems">[],
): Promise<void> {
  const parcelIds = goods.map(({ inboundParcelId }) => inboundParcelId);
  const stored = await listItems(db, parcelIds);
  const said = goods.filter(({ inboundParcelId }) => !stored.has(inboundParcelId));
  await insertItems(
    db,
    said.map(({ inboundParcelId: id, goodsItems }) => ({ id, goodsItems })),
  );
  await clearCorrections(db, parcelIds);
}

/** Announces that the goods of a locked parcel were changed. Throws `declaration_fixed` and `too_many_lines`. */
export async function announceGoods(
  context: SignedInContext,
  db: Db,
  parcel: { readonly id: string; readonly packageId: string | null },
  change: Pick<GoodsChange, "by" | "reason"> & {
    readonly before: readonly GoodsItem[];
    readonly after: readonly GoodsItem[];
    /** Whether it is to be signed anew whatever was changed, since a correction by staff that waited for a yes is gone with it. */
    readonly isSignedAnew?: boolean;
    readonly isPurchaseChanged?: boolean;
    /** Whether staff found something else in the parcel, whatever its goods are said to be. */
    readonly isFoundAnew?: boolean;
  },
): Promise<void> {
  await context.listeners.goodsChanged(context, db, {
    parcelId: parcel.id,
    packageId: parcel.packageId,
    by: change.by,
    goodsBefore: change.before,
    isSigned: change.isSignedAnew === true || !isSignedAlike(change.before, change.after),
    isScreened: change.isFoundAnew === true || !areScreenedAlike(change.before, change.after),
    isPurchaseChanged: change.isPurchaseChanged === true,
    reason: change.reason,
  });
}
