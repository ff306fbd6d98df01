// The words for what is recorded about a parcel, for customers and staff.
import type { ParcelCondition, ParcelImageKind } from "#goods/rules/receiving.ts";
import { t } from "#catalogue/web/parcels/measurement-messages.ts";

/** How the outside looks, such as "Slightly damaged". */
export function conditionLabel(condition: ParcelCondition): string {
  return t(`parcel-measurements.condition.${condition}`);
}

/** What a photo shows, such as "Photo of the scale". */
export function parcelImageLabel(kind: ParcelImageKind): string {
  return t(`parcel-measurements.image.${kind}`);
}
