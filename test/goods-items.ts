import { noGoods, type GoodsItem } from "#goods/rules/goods-item.ts";
import type { TestApp } from "./test-app.ts";

/** States what is in one parcel of a ship request, without the API, which takes none of a packed one. */
export async function stateGoods(
  app: TestApp,
  shipRequestId: string,
  items: readonly Partial<GoodsItem>[],
): Promise<void> {
  const { kysely } = app.database;
  const { inboundParcelId } = await kysely
    .selectFrom("shipRequestParcels")
    .select("inboundParcelId")
    .where("shipRequestId", "=", shipRequestId)
    .orderBy("inboundParcelId")
    .limit(1)
    .executeTakeFirstOrThrow();
  await kysely.deleteFrom("goodsItems").where("inboundParcelId", "=", inboundParcelId).execute();
  const rows = items.map((item, at) => ({
    ...noGoods,
    // Without a code nothing gets a label.
    hsCode: "691110",
    hsCodeSource: "staff" as const,
    ...item,
    inboundParcelId,
    position: at + 1,
  }));
  await kysely.insertInto("goodsItems").values(rows).execute();
}

/** Goods of which papers can be made. */
export const declaredGoods = {
  ...noGoods,
  description: "Stoneware teapots",
  unitValueMinor: 2_500,
  currency: "USD",
  hsCode: "691200",
  hsCodeSource: "suggested",
} as const satisfies GoodsItem;

/** States what is in parcels, so that what they are sent with is not waited for. */
export async function declareGoods(app: TestApp, parcelIds: readonly string[]): Promise<void> {
  if (parcelIds.length === 0) return;
  const rows = parcelIds.map((inboundParcelId) => ({
    ...declaredGoods,
    inboundParcelId,
    position: 1,
  }));
  await app.database.kysely.insertInto("goodsItems").values(rows).execute();
}

/** That the first goods of a parcel are teapots of clay. */
export const clayCorrection = {
  index: 0,
  description: "Clay teapots",
  originCode: "CN",
  hsCode: null,
  netGrams: null,
} as const;
