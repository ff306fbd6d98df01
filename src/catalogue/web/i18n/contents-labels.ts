// The words for what is in a parcel and how large it is.
import type { RuledFlag } from "#catalogue/rules/goods-rule.ts";
import type { BatteryKind, GoodsFlag } from "#catalogue/rules/shipping-service.ts";
import { formatDimensions } from "#catalogue/rules/dimensions.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { readerLocale } from "#ui/web/figures.tsx";

/** Whether there is a battery, such as "Battery in a device". */
export function batteryLabel(battery: BatteryKind): string {
  return t(`parcel-measurements.battery.${battery}`);
}

/** A property of the goods, such as "Liquid". */
export function goodsFlagLabel(flag: GoodsFlag): string {
  return t(`parcel-measurements.goods.${flag}`);
}

/** What a rule is about: a property of the goods, or a battery. */
export function ruledFlagLabel(flag: RuledFlag): string {
  switch (flag) {
    case "battery_installed":
      return batteryLabel("installed");
    case "battery_packed":
      return batteryLabel("packed");
    case "battery_loose":
      return batteryLabel("loose");
    default:
      return goodsFlagLabel(flag);
  }
}

/** Length, width and height, such as "40 × 30 × 25 cm". */
export function sidesText(sidesMm: readonly number[]): string {
  return formatDimensions(sidesMm, readerLocale());
}
