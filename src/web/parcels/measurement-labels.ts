// The words for what is recorded about a parcel, for customers and staff.
import type { ParcelCondition, ParcelImageKind } from "#core/receiving.ts";
import { t } from "./measurement-messages.ts";

/** How the outside looks, such as "Slightly damaged". */
export function conditionLabel(condition: ParcelCondition): string {
  return t(`parcel-measurements.condition.${condition}`);
}

/** What a photo shows, such as "Photo of the scale". */
export function parcelImageLabel(kind: ParcelImageKind): string {
  return t(`parcel-measurements.image.${kind}`);
}
