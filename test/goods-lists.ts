// Files of one row each, which no list has yet.
import { goodsListColumns, type GoodsListName } from "#goods/rules/list-import.ts";

function importOf(name: GoodsListName, row: string) {
  return { csv: `${goodsListColumns[name].join()}\n${row}\n`, mode: "import" } as const;
}

/** What changes the lists about goods, by operation. */
export const goodsListChanges = {
  "goods.endWord": { term: "T-shirt", language: "en", validUntil: "2030-01-01" },
  "goods.importWords": importOf(
    "words",
    "zither,en,920290,Wooden zithers,,Entered by us,2026-11-01",
  ),
  "goods.importStopWords": importOf(
    "stop_words",
    "operator,gadgets,Asked,2026-11-01,single,2026-11-01,",
  ),
  "goods.importHsCodes": importOf("hs_codes", "610910,T-shirts of cotton,HS 2022,UN Comtrade"),
} as const;
