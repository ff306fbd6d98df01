// The words for what is recorded about a parcel, for customers and staff.
import type { ParcelCondition, ParcelImageKind } from "#core/receiving.ts";
import { formatSides } from "#core/parcel-sides.ts";
import { readerLocale } from "#web/ui/figures.tsx";
import { t } from "./measurement-messages.ts";
import type { BatteryKind, GoodsFlag } from "#core/parcel-contents.ts";

/** How the outside looks, such as "Slightly damaged". */
export function conditionLabel(condition: ParcelCondition): string {
  return t(`parcel-measurements.condition.${condition}`);
}

/** Whether there is a battery, such as "Battery in a device". */
export function batteryLabel(battery: BatteryKind): string {
  return t(`parcel-measurements.battery.${battery}`);
}

/** A property of the goods, such as "Liquid". */
export function goodsFlagLabel(flag: GoodsFlag): string {
  return t(`parcel-measurements.goods.${flag}`);
}

/** What a photo shows, such as "Photo of the scale". */
export function parcelImageLabel(kind: ParcelImageKind): string {
  return t(`parcel-measurements.image.${kind}`);
}

/** Length, width and height, such as "40 × 30 × 25 cm". */
export function sidesText(sidesMm: readonly number[]): string {
  return formatSides(sidesMm, readerLocale());
}
