import type { TakenOff } from "#goods/rules/receiving.ts";
import { batteryLabel, goodsFlagLabel } from "#catalogue/web/i18n/contents-labels.ts";
import { readerLocale } from "#ui/web/figures.tsx";

/** What is taken off, such as "Battery in a device and Liquid". */
export function takenOffText({ battery, goodsFlags }: TakenOff): string {
  const names = [
    ...(battery === null ? [] : [batteryLabel(battery)]),
    ...goodsFlags.map(goodsFlagLabel),
  ];
  return new Intl.ListFormat(readerLocale(), { type: "conjunction" }).format(names);
}
