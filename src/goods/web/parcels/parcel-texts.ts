import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import type { ParcelCondition, ParcelImageKind } from "#goods/rules/receiving.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { carrierName, useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";

/** What the customer said is in a parcel; its name where nothing was said. */
export function parcelTitle(
  parcel: Pick<InboundParcel, "description" | "trackingNumber" | "labelCode">,
): string {
  return parcel.description || parcelName(parcel);
}

/** How the outside looks, such as "Slightly damaged". */
export function conditionLabel(condition: ParcelCondition): string {
  return t(`parcel-measurements.condition.${condition}`);
}

/** What a photo shows, such as "Photo of the scale". */
export function parcelImageLabel(kind: ParcelImageKind): string {
  return t(`parcel-measurements.image.${kind}`);
}

/** The carriers that bring parcels, as options of a select, and their names by code. */
export function useCarrierNames() {
  const { items, nameOf } = useCarriers();
  const options = (items ?? [])
    .filter(({ isActive }) => isActive)
    .map((carrier) => ({ value: carrier.code, label: carrierName(carrier) }));
  /** null where the carrier is unknown, or its name not loaded yet. */
  const carrierNameOf = (code: string | null) => (code === null ? null : nameOf(code) || null);
  return { options, nameOf: carrierNameOf };
}
