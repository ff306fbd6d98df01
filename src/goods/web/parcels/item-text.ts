// Goods in a sentence or list.
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { formatDeclaredValue } from "#goods/rules/inbound-parcel.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

type NamedItem = Pick<
  GoodsItem,
  "description" | "descriptionOriginal" | "quantity" | "unitValueMinor" | "currency"
>;

/** Goods in words: 2 × Clay teapots, CNY 258.00. */
export function itemText(item: NamedItem): string {
  const { description, descriptionOriginal, quantity, unitValueMinor, currency } = item;
  const name = description === "" ? descriptionOriginal : description;
  if (unitValueMinor === null || currency === null) {
    return t("parcel-goods.itemText", { quantity, name });
  }
  const value = formatDeclaredValue(unitValueMinor * quantity, currency, readerLocale());
  return t("parcel-goods.itemTextWithValue", { quantity, name, value });
}

/** The same of several. */
export function goodsText(items: readonly NamedItem[]): string {
  return new Intl.ListFormat(readerLocale(), { type: "unit" }).format(items.map(itemText));
}
