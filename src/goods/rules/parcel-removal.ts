// Parcels that are returned to their sender or disposed of: why that is allowed, and when.
import {
  judgeGoods,
  type BoxContents,
  type GoodsRule,
  type RuledService,
} from "#catalogue/rules/goods-rule.ts";
import { destinationsOf, type ShippingService } from "#catalogue/rules/shipping-service.ts";
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

/**
 * Whether goods are refused by all of the services to every country to which these have a price; false where they go nowhere.
 * `services` of the facts has also those that price legs of others.
 */
export function areGoodsRefused(
  contents: BoxContents,
  services: readonly (RuledService & Pick<ShippingService, "countries" | "rates">)[],
  facts: {
    readonly goodsRules: readonly GoodsRule[];
    readonly services: readonly Pick<ShippingService, "code" | "rates">[];
  },
): boolean {
  const ruled = new Set(facts.goodsRules.flatMap(({ countryCode }) => countryCode ?? []));
  const going = services.flatMap((service) => {
    const countries = destinationsOf(service, facts.services);
    // Countries without rules of their own are judged alike, so once.
    const judged = new Set(countries.map((country) => (ruled.has(country) ? country : null)));
    return [...judged].map((country) => ({ service, country }));
  });
  return (
    going.length > 0 &&
    going.every(({ service, country }) =>
      judgeGoods(contents, service, country, facts.goodsRules).closing.some(
        ({ answer }) => answer === "refused",
      ),
    )
  );
}
