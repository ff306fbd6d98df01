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
