import { judgeGoods, type GoodsRule } from "#catalogue/rules/goods-rule.ts";
import { mayBeRequested, type ShippingService } from "#catalogue/rules/shipping-service.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listOpenContents } from "./screening-queries.ts";
import { contentsOf } from "./service-facts.ts";

/** How many open ship requests have a service that takes their goods by the rules before, and none by those after. */
export async function countClosedRequests(
  db: Db,
  rules: {
    readonly before: readonly GoodsRule[];
    readonly after: readonly GoodsRule[];
    readonly services: readonly ShippingService[];
  },
): Promise<number> {
  const requested = Map.groupBy(await listOpenContents(db), ({ shipRequestId }) => shipRequestId);
  const isTaken = (
    parcels: Awaited<ReturnType<typeof listOpenContents>>,
    by: readonly GoodsRule[],
  ) => {
    const { serviceCode = null, countryCode = null } = parcels[0] ?? {};
    const contents = contentsOf(parcels);
    return rules.services.some(
      (service) =>
        (serviceCode === null ? mayBeRequested(service) : service.code === serviceCode) &&
        judgeGoods(contents, service, countryCode, by).closing.length === 0,
    );
  };
  return [...requested.values()].filter(
    (parcels) => isTaken(parcels, rules.before) && !isTaken(parcels, rules.after),
  ).length;
}
