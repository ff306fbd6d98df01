// Parcels that are returned to their sender or disposed of: why that is allowed, and when.
import {
  judgeGoods,
  type BoxContents,
  type GoodsRule,
  type RuledService,
} from "#catalogue/rules/goods-rule.ts";
import { mayBeRequested, type ShippingService } from "#catalogue/rules/shipping-service.ts";
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

/** Whether goods are refused by every service that takes ship requests, wherever they would go; false without any. */
export function areGoodsRefused(
  contents: BoxContents,
  services: readonly (RuledService & Pick<ShippingService, "isActive" | "takesShipRequests">)[],
  rules: readonly GoodsRule[],
): boolean {
  const taking = services.filter(mayBeRequested);
  return (
    taking.length > 0 &&
    taking.every((service) =>
      judgeGoods(contents, service, null, rules).closing.some(({ answer }) => answer === "refused"),
    )
  );
}
