import { judgeGoods, type BoxContents } from "#catalogue/rules/goods-rule.ts";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import { isOfferedFrom, type ShippingService } from "#catalogue/rules/shipping-service.ts";
import { readGoodsRules } from "#catalogue/server/goods-rules/read-goods-rules.ts";
import { readServices } from "#catalogue/server/shipping-services/read-services.ts";
import { isBoxClosed } from "#goods/rules/package-stage.ts";
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
  /** Whether it is, and its owner is to choose what becomes of it: of one in a closed box, its ship request says how it goes on. */
  readonly isForOwner: boolean;
};

/**
 * What is in a parcel, and what the services of the warehouse where it lies, or is awaited, say to it today. The bell, the email
 * and staff who want to dispose of it ask here; its page judges by the same rule (`areGoodsRefused`).
 */
export async function judgeParcel(
  { now, servicePrices }: Pick<AppServices, "now" | "servicePrices">,
  db: Db,
  parcelId: string,
): Promise<JudgedParcel> {
  const { warehouseCountry, state, shipRequestState, ...known } = await findKnownGoods(
    db,
    parcelId,
  );
  const contents = contentsOfParcel(known);
  if (warehouseCountry === null) {
    return { contents, closed: [], isRefused: false, isForOwner: false };
  }
  const rules = await readGoodsRules({ db, language: "en" }, todayOfRates(now()));
  const { services: all } = await readServices({ db, now, servicePrices });
  const services = all.filter((service) => isOfferedFrom(service, warehouseCountry));
  const isRefused = areGoodsRefused(contents, services, { goodsRules: rules, services: all });
  return {
    contents,
    closed: services.filter(
      (service) => judgeGoods(contents, service, null, rules).closing.length > 0,
    ),
    isRefused,
    isForOwner: isRefused && !(state === "packed" && isBoxClosed({ shipRequestState })),
  };
}
