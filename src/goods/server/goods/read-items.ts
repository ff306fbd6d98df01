import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { itemOfDeclaration } from "#goods/rules/goods-of-parcel.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listItems, listSaidContents } from "./goods-item-queries.ts";

/**
 * The goods items of parcels. One of which nobody stated them has one piece of what its customer said about it as a whole,
 * and none where nothing was said.
 */
export async function readItems(
  db: Db,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, GoodsItem[]>> {
  const stated = await listItems(db, parcelIds);
  const others = parcelIds.filter((id) => !stated.has(id));
  const said = (await listSaidContents(db, others)).map(
    ({ id, declaredValueMinor, ...contents }) => {
      const minor = declaredValueMinor === null ? null : Number(declaredValueMinor);
      const item = itemOfDeclaration({ ...contents, declaredValueMinor: minor });
      return [id, item === null ? [] : [item]] as const;
    },
  );
  return new Map([...stated, ...said]);
}

/** The goods items of a parcel. */
export async function readItemsOf(db: Db, parcelId: string): Promise<GoodsItem[]> {
  return (await readItems(db, [parcelId])).get(parcelId) ?? [];
}
