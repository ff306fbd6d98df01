import { flagsOfContents, judgeGoods, type GoodsRule } from "#catalogue/rules/goods-rule.ts";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import {
  goesTo,
  isOfferedFrom,
  mayBeRequested,
  type ShippingService,
} from "#catalogue/rules/shipping-service.ts";
import { readGoodsRules } from "#catalogue/server/goods-rules/read-goods-rules.ts";
import { listServicesOfToday } from "#catalogue/server/shipping-services/read-services.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listAcceptedContents, listOpenContents } from "./screening-queries.ts";
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
    const { serviceCode = null, countryCode = null, warehouseCountry = "" } = parcels[0] ?? {};
    const contents = contentsOf(parcels.map((parcel) => ({ ...parcel, statedValues: [] })));
    const isPossible = (service: ShippingService) =>
      isOfferedFrom(service, warehouseCountry) &&
      (countryCode === null || goesTo(service, countryCode, rules.services));
    return rules.services.some(
      (service) =>
        (serviceCode === null ? isPossible(service) : service.code === serviceCode) &&
        judgeGoods(contents, service, countryCode, by).closing.length === 0,
    );
  };
  return [...requested.values()].filter(
    (parcels) => isTaken(parcels, rules.before) && !isTaken(parcels, rules.after),
  ).length;
}

/**
 * The requests among `ids`, or all where that is null, that were accepted and whose service does not take what is in the box by
 * the rules of today. They stand until their label is to be made.
 */
export async function readClosedByRules(
  { db, now }: Pick<AppServices, "db" | "now">,
  ids: readonly string[] | null,
): Promise<string[]> {
  if (ids?.length === 0) return [];
  const byRequest = Map.groupBy(
    await listAcceptedContents(db, ids),
    ({ shipRequestId }) => shipRequestId,
  );
  const boxes = [...byRequest].flatMap(([shipRequestId, parcels]) => {
    const contents = contentsOf(parcels.map((parcel) => ({ ...parcel, statedValues: [] })));
    const { serviceCode = null, countryCode = null } = parcels[0] ?? {};
    return flagsOfContents(contents).length === 0
      ? []
      : [{ shipRequestId, contents, serviceCode, countryCode }];
  });
  // Most boxes have nothing that rules are about.
  if (boxes.length === 0) return [];
  const rules = await readGoodsRules({ db, language: "en" }, todayOfRates(now()));
  const services = (await listServicesOfToday({ db, now })).filter(mayBeRequested);
  const byCode = new Map(services.map((service) => [service.code, service]));
  return boxes.flatMap(({ shipRequestId, contents, serviceCode, countryCode }) => {
    const service = byCode.get(serviceCode ?? "");
    const isClosed =
      service !== undefined && judgeGoods(contents, service, countryCode, rules).closing.length > 0;
    return isClosed ? [shipRequestId] : [];
  });
}
