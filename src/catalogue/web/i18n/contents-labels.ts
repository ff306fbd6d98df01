// The words for what is in a parcel and how large it is.
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

/** Length, width and height, such as "40 × 30 × 25 cm". */
export function sidesText(sidesMm: readonly number[]): string {
  return formatDimensions(sidesMm, readerLocale());
}
