// Goods in a sentence or list.
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { batteryLabel, goodsFlagLabel } from "#catalogue/web/i18n/contents-labels.ts";
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

/** What services judge goods by: Battery in a device, Liquid. */
export function propertiesOf({ battery, flags }: Pick<GoodsItem, "battery" | "flags">): string[] {
  const hasBattery = battery !== "none" && battery !== "unknown";
  return [...(hasBattery ? [batteryLabel(battery)] : []), ...flags.map(goodsFlagLabel)];
}

/** Goods with their properties, where that is all that may differ. */
export function wholeGoodsText(items: readonly GoodsItem[]): string {
  const texts = items.map((item) => [itemText(item), ...propertiesOf(item)].join(" · "));
  return new Intl.ListFormat(readerLocale(), { style: "narrow", type: "conjunction" }).format(
    texts,
  );
}
