// What a ship request declares to customs: why it is sent, and what is in its parcels. Its customer signs it.
import type { BatteryKind } from "#catalogue/rules/shipping-service.ts";
import {
  itemValueMinor,
  missingParts,
  signedFacts,
  type GoodsItem,
  type GoodsItemPart,
} from "#goods/rules/goods-item.ts";
import type { DeclaredCurrency } from "#goods/rules/inbound-parcel.ts";

/** Why goods are sent, as customs papers ask. */
export const shipmentCategories = [
  "sale",
  "gift",
  "returned",
  "documents",
  "sample",
  "other",
] as const;

/** Why goods are sent. */
export type ShipmentCategory = (typeof shipmentCategories)[number];

/** Who sold to whom: a business or a consumer. */
export const commerceTypes = ["b2c", "c2c", "b2b"] as const;

/** Who sold to whom. */
export type CommerceType = (typeof commerceTypes)[number];

export const categoryTextCharacters = 100;

export type Category = {
  readonly category: ShipmentCategory;
  /** Who gave a gift, or what is sent as `other`. */
  readonly categoryText: string;
  readonly commerceType: CommerceType;
};

/** The category of which a request has nothing else to say. */
export const usualCategory: Category = { category: "sale", categoryText: "", commerceType: "b2c" };

/** A parcel that goes, with what is in it. */
export type DeclaredParcel = {
  readonly inboundParcelId: string;
  readonly goodsItems: readonly GoodsItem[];
  /** What was found when it arrived; null: nothing is recorded. */
  readonly battery: BatteryKind | null;
};

/** What a goods item lacks before papers can be made of it; `index` null: nothing is stated of the parcel at all. */
type MissingGoods = {
  readonly inboundParcelId: string;
  readonly index: number | null;
  readonly parts: readonly GoodsItemPart[];
};

/** Everything that is still to be stated about what is in the parcels; empty: the declaration is complete. */
export function missingGoods(parcels: readonly DeclaredParcel[]): MissingGoods[] {
  return parcels.flatMap(({ inboundParcelId, goodsItems, battery }): MissingGoods[] => {
    if (goodsItems.length === 0) {
      return [{ inboundParcelId, index: null, parts: ["description", "value"] }];
    }
    return goodsItems.flatMap((item, index) => {
      const parts = missingParts(item, battery);
      return parts.length === 0 ? [] : [{ inboundParcelId, index, parts }];
    });
  });
}

/** What goods cost, summed up in each currency, in the order in which these first stand. */
export function valuesByCurrency(
  items: readonly GoodsItem[],
): { readonly currency: DeclaredCurrency; readonly valueMinor: number }[] {
  const sums = new Map<DeclaredCurrency, number>();
  for (const item of items) {
    if (item.currency === null) continue;
    const { currency } = item;
    sums.set(currency, (sums.get(currency) ?? 0) + (itemValueMinor(item) ?? 0));
  }
  return [...sums].map(([currency, valueMinor]) => ({ currency, valueMinor }));
}

/** Exactly what is signed, as a text from which its hash is made; the order of the parcels does not matter. */
export function signedText(
  { category, categoryText, commerceType }: Category,
  parcels: readonly DeclaredParcel[],
): string {
  const goods = parcels
    .toSorted((one, other) => (one.inboundParcelId < other.inboundParcelId ? -1 : 1))
    .map(({ inboundParcelId, goodsItems }) => [
      inboundParcelId,
      goodsItems.map((item) => Object.values(signedFacts(item))),
    ]);
  return JSON.stringify([category, categoryText, commerceType, goods]);
}

/** Why a request cannot have a category: what was bought is no gift, and gifts and other goods need a word more. */
type CategoryProblem = "bought" | "text_missing";

type Bought = { readonly shop: string; readonly orderReference: string };

/** Whether parcels can be a gift to customs: none of them was ordered in a shop, as far as is known. */
export function mayBeGift(parcels: readonly Bought[]): boolean {
  return parcels.every(({ shop, orderReference }) => shop === "" && orderReference === "");
}

/** Why parcels cannot be sent under a category; null where they can. */
export function categoryProblem(
  { category, categoryText }: Category,
  parcels: readonly Bought[],
): CategoryProblem | null {
  if (category === "gift" && !mayBeGift(parcels)) return "bought";
  const needsText = category === "gift" || category === "other";
  return needsText && categoryText === "" ? "text_missing" : null;
}
