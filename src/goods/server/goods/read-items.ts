import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { itemOfDeclaration } from "#goods/rules/goods-of-parcel.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listItems, listSaidContents } from "./goods-item-queries.ts";
import { judgeSaid, readDictionary, type GoodsJudge } from "./judge-goods.ts";

/**
 * The goods items of parcels. One of which nobody stated them has one piece of what its customer said about it as a whole,
 * judged as any other, and none where nothing was said.
 */
export async function readItems(
  judge: GoodsJudge,
  db: Db,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, GoodsItem[]>> {
  const stated = await listItems(db, parcelIds);
  const others = parcelIds.filter((id) => !stated.has(id));
  const said = (await listSaidContents(db, others)).map(
    ({ id, declaredValueMinor, ...contents }) => {
      const minor = declaredValueMinor === null ? null : Number(declaredValueMinor);
      return { id, item: itemOfDeclaration({ ...contents, declaredValueMinor: minor }) };
    },
  );
  const isAnythingSaid = said.some(({ item }) => item !== null);
  const dictionary = isAnythingSaid ? await readDictionary(judge, db) : null;
  const judged = said.map(({ id, item }): [string, GoodsItem[]] => [
    id,
    item === null || dictionary === null ? [] : [judgeSaid(item, dictionary)],
  ]);
  return new Map([...stated, ...judged]);
}

/** The goods items of a parcel. */
export async function readItemsOf(
  judge: GoodsJudge,
  db: Db,
  parcelId: string,
): Promise<GoodsItem[]> {
  return (await readItems(judge, db, [parcelId])).get(parcelId) ?? [];
}
