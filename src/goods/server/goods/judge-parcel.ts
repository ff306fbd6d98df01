import { judgeGoods, type BoxContents } from "#catalogue/rules/goods-rule.ts";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import { isOfferedFrom, type ShippingService } from "#catalogue/rules/shipping-service.ts";
import { readGoodsRules } from "#catalogue/server/goods-rules/read-goods-rules.ts";
import { listServicesOfToday } from "#catalogue/server/shipping-services/read-services.ts";
import { areGoodsRefused } from "#goods/rules/parcel-removal.ts";
import { contentsOfParcel } from "#goods/server/db/stated-goods.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findKnownGoods } from "./known-goods-queries.ts";

type JudgedParcel = {
  /** As it was recorded, stated, corrected by staff and proved. */
  readonly contents: BoxContents;
  /** The services of its warehouse that do not take it where no rule of a country counts. */
  readonly closed: readonly Pick<ShippingService, "names">[];
  /** Whether all of them refuse it, wherever it goes, so that no proof and no address helps. */
  readonly isRefused: boolean;
};

/**
 * What is in a parcel, and what the services of the warehouse where it lies, or is awaited, say to it today. All that says of a
 * parcel that nothing takes it asks here: its page, the bell, the email, and staff who want to dispose of it.
 */
export async function judgeParcel(
  { now }: Pick<AppServices, "now">,
  db: Db,
  parcelId: string,
): Promise<JudgedParcel> {
  const { warehouseCountry, ...known } = await findKnownGoods(db, parcelId);
  const contents = contentsOfParcel(known);
  if (warehouseCountry === null) return { contents, closed: [], isRefused: false };
  const rules = await readGoodsRules({ db, language: "en" }, todayOfRates(now()));
  const services = (await listServicesOfToday({ db, now })).filter((service) =>
    isOfferedFrom(service, warehouseCountry),
  );
  return {
    contents,
    closed: services.filter(
      (service) => judgeGoods(contents, service, null, rules).closing.length > 0,
    ),
    isRefused: areGoodsRefused(contents, services, rules),
  };
}
