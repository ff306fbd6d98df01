// Parcels that are returned to their sender or disposed of: why that is allowed, and when.
import {
  judgeGoods,
  type BoxContents,
  type GoodsRule,
  type RuledService,
} from "#catalogue/rules/goods-rule.ts";
import type { ShippingService } from "#catalogue/rules/shipping-service.ts";
import { addCalendarDays } from "#platform/rules/calendar.ts";
import { waitingLimits } from "./inbound-parcel.ts";

/** What becomes of the parcel. */
export const parcelRemovalKinds = ["return", "dispose"] as const;
export type ParcelRemovalKind = (typeof parcelRemovalKinds)[number];

/** Why staff may do so: its owner said yes, it lies here for too long, or no service takes its goods. */
export const parcelRemovalGrounds = ["owner_agreed", "long_stored", "dangerous_goods"] as const;
export type ParcelRemovalGround = (typeof parcelRemovalGrounds)[number];

export const parcelRemovalStates = ["asked", "confirmed", "declined"] as const;
export type ParcelRemovalState = (typeof parcelRemovalStates)[number];

/** Days in which an owner who was not asked can still object. */
export const removalNoticeDays = 7;

/**
 * The first day on which a parcel may be removed without its owner's yes: after the days that follow its last free day or,
 * where its storage has no price, its arrival.
 */
export function removableFrom(lastFreeOrArrivalDay: string): string {
  return addCalendarDays(lastFreeOrArrivalDay, waitingLimits.longStoredDays + 1);
}

/** The last day on which an owner who is told on `day` can object. */
export function noticeUntil(day: string): string {
  return addCalendarDays(day, removalNoticeDays);
}

/** Whether goods are refused by all of the services, wherever they would go; false without any. */
export function areGoodsRefused(
  contents: BoxContents,
  services: readonly (RuledService & Pick<ShippingService, "countries">)[],
  rules: readonly GoodsRule[],
): boolean {
  // A rule of one country may allow there what is refused elsewhere.
  const ruled = new Set(rules.flatMap(({ countryCode }) => countryCode ?? []));
  return (
    services.length > 0 &&
    services.every((service) =>
      [null, ...ruled]
        .filter((country) => country === null || (service.countries?.includes(country) ?? true))
        .every((country) =>
          judgeGoods(contents, service, country, rules).closing.some(
            ({ answer }) => answer === "refused",
          ),
        ),
    )
  );
}
