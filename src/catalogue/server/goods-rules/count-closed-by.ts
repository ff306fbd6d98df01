import type { GoodsRule } from "#catalogue/rules/goods-rule.ts";
import { readServices } from "#catalogue/server/shipping-services/read-services.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listRulesOn } from "./goods-rule-queries.ts";
import { toGoodsRule } from "./read-goods-rules.ts";

/** Rules that begin on a day, and the ids of those that end before it. */
type RuleChange = {
  readonly validFrom: string;
  readonly added: readonly Omit<GoodsRule, "id" | "text">[];
  readonly ended: ReadonlySet<string>;
};

/** How many open ship requests would have no service any more that takes what is in them. */
export async function countClosedBy(
  context: SignedInContext,
  { validFrom, added, ended }: RuleChange,
): Promise<number> {
  const { db, listeners } = context;
  const { services } = await readServices(context);
  const before = (await listRulesOn(db, validFrom)).map((rule) => toGoodsRule(rule, "en"));
  const after = [
    ...before.filter(({ id }) => !ended.has(id)),
    ...added.map((rule) => ({ ...rule, id: "", text: "" })),
  ];
  return await listeners.requestsClosedBy(db, { before, after, services });
}
