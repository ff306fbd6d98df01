// The SQL about the rules of which goods services take.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, RowOf } from "#platform/server/db/tables.ts";

const ruleColumns = [
  "id",
  "flag",
  "serviceCode",
  "carrierCode",
  "mode",
  "countryCode",
  "answer",
  "needsProof",
  "texts",
  "source",
  "sourceDay",
  "confidence",
  "validFrom",
  "validUntil",
] as const satisfies readonly (keyof RowOf<"goodsRules">)[];

export type GoodsRuleRow = Pick<RowOf<"goodsRules">, (typeof ruleColumns)[number]>;

type NewGoodsRule = InsertOf<"goodsRules">;

function selectRules(db: Db) {
  return db.selectFrom("goodsRules").select(ruleColumns);
}

/** The rules that count on a day (YYYY-MM-DD), by what they are about and for. */
export async function listRulesOn(db: Db, day: string): Promise<GoodsRuleRow[]> {
  return await selectRules(db)
    .where("validFrom", "<=", day)
    .where((is) => is.or([is("validUntil", "is", null), is("validUntil", ">=", day)]))
    .orderBy("flag")
    .orderBy("serviceCode")
    .orderBy("carrierCode")
    .orderBy("mode")
    .orderBy("countryCode")
    .execute();
}

/** The rules that count on a day or will count later. */
export async function listRulesFrom(db: Db, day: string): Promise<GoodsRuleRow[]> {
  return await selectRules(db)
    .where((is) => is.or([is("validUntil", "is", null), is("validUntil", ">=", day)]))
    .orderBy("flag")
    .orderBy("validFrom")
    .orderBy("id")
    .execute();
}

/** Locks all rules until the transaction ends, so that two that tie are not added at once. */
export async function lockRules(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('goods rules', 0))`.execute(db);
}

const rowsOfStatement = 500;

/** Inserts rules, and returns them. */
export async function insertRules(db: Db, rules: readonly NewGoodsRule[]): Promise<GoodsRuleRow[]> {
  const inserted: GoodsRuleRow[] = [];
  for (let first = 0; first < rules.length; first += rowsOfStatement) {
    const rows = await db
      .insertInto("goodsRules")
      .values(rules.slice(first, first + rowsOfStatement))
      .returning(ruleColumns)
      .execute();
    inserted.push(...rows);
  }
  return inserted;
}

export async function findRule(db: Db, id: string): Promise<GoodsRuleRow | undefined> {
  return await selectRules(db).where("id", "=", id).executeTakeFirst();
}

/** Ends a rule: `validUntil` is its last day. */
export async function updateEnd(
  db: Db,
  id: string,
  end: { readonly validUntil: string; readonly endedBy: string; readonly endedAt: Date },
): Promise<GoodsRuleRow> {
  return await db
    .updateTable("goodsRules")
    .set(end)
    .where("id", "=", id)
    .returning(ruleColumns)
    .executeTakeFirstOrThrow();
}
