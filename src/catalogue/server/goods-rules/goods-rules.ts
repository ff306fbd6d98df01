import type {
  AddedGoodsRule,
  NewGoodsRuleInput,
  StoredGoodsRule,
} from "#catalogue/contract/goods-rules.ts";
import { doRulesTie } from "#catalogue/rules/goods-rule.ts";
import { isPriceDay, todayOfRates } from "#catalogue/rules/price-day.ts";
import { checkCarrierExists } from "#catalogue/server/carriers/carriers.ts";
import { listServicesOfToday } from "#catalogue/server/shipping-services/read-services.ts";
import { apiError } from "#platform/contract/errors.ts";
import { addCalendarDays } from "#platform/rules/calendar.ts";
import { localeOf } from "#platform/rules/language.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { translate } from "#platform/server/translate.ts";
import { countClosedBy } from "./count-closed-by.ts";
import {
  findRule,
  insertRules,
  listRulesFrom,
  listRulesOn,
  lockRules,
  updateEnd,
  type GoodsRuleRow,
} from "./goods-rule-queries.ts";
import { flagNames } from "./goods-rule-texts.ts";

/** The rules that count on a day (YYYY-MM-DD); without one those of today in Hong Kong, and later ones. */
export async function listGoodsRules(
  { db, now }: SignedInContext,
  { on }: { readonly on?: string | undefined },
): Promise<{ today: string; items: StoredGoodsRule[] }> {
  const today = todayOfRates(now());
  const items = on === undefined ? await listRulesFrom(db, today) : await listRulesOn(db, on);
  return { today, items };
}

function conflictWith(rule: GoodsRuleRow) {
  return apiError("rule_conflict", { current: rule.id }, (language) =>
    translate(language, "errors.ruleConflict", {
      goods: flagNames([rule.flag], language),
      day: new Date(rule.validFrom).toLocaleDateString(localeOf(language), {
        dateStyle: "long",
        timeZone: "UTC",
      }),
    }),
  );
}

/** Inserts a rule that ties with no other. */
async function insertRule(
  context: SignedInContext,
  { isPreview: _isPreview, texts, ...rule }: NewGoodsRuleInput,
): Promise<StoredGoodsRule> {
  const { db, session } = context;
  const [inserted] = await insertRules(db, [
    {
      ...rule,
      texts: JSON.stringify(texts),
      validUntil: null,
      createdBy: session.person.id,
      createdAt: context.now(),
    },
  ]);
  if (inserted === undefined) throw new Error("The rule that was added is not there.");
  await context.auditOf(inserted.id, { after: { ...rule, texts } });
  await context.listeners.laneChanged(context, db);
  context.log.info({ goodsRuleId: inserted.id }, "Rule about goods added");
  return inserted;
}

/**
 * Adds a rule from a day on, or only says how many open requests it would close. Throws `invalid_storage_day` for a day before today in Hong Kong or too far ahead,
 * `carrier_not_found`, `not_found` for an unknown service, and `rule_conflict`, with the other rule as `current`, where
 * nobody could say which of the two counts.
 */
export async function addGoodsRule(
  context: SignedInContext,
  input: NewGoodsRuleInput,
): Promise<AddedGoodsRule> {
  const { db } = context;
  const { carrierCode, serviceCode, validFrom } = input;
  if (!isPriceDay(validFrom, todayOfRates(context.now()))) throw apiError("invalid_storage_day");
  if (carrierCode !== null) await checkCarrierExists(db, carrierCode);
  if (serviceCode !== null) {
    const services = await listServicesOfToday(context);
    if (!services.some(({ code }) => code === serviceCode)) throw apiError("not_found");
  }
  // What would be closed takes reading every open box, for which nobody who changes rules waits.
  if (!input.isPreview) await lockRules(db);
  const known = await listRulesFrom(db, validFrom);
  const tied = known.find((rule) => doRulesTie(rule, { ...input, validUntil: null }));
  if (tied !== undefined) throw conflictWith(tied);
  if (!input.isPreview) {
    return { rule: await insertRule(context, input), closedRequestsCount: null };
  }
  const change = { validFrom, added: [input], ended: new Set<string>() };
  const closedRequestsCount = await countClosedBy(context, change);
  context.unchanged();
  return { rule: null, closedRequestsCount };
}

/**
 * Ends a rule: `on` is the first day on which it no longer counts. Throws `not_found`, `invalid_storage_day` for a day before
 * today in Hong Kong or too far ahead, and `conflict` where it is over already.
 */
export async function endGoodsRule(
  context: SignedInContext,
  { goodsRuleId, on }: { readonly goodsRuleId: string; readonly on: string },
): Promise<StoredGoodsRule> {
  const { db, session } = context;
  const now = context.now();
  if (!isPriceDay(on, todayOfRates(now))) throw apiError("invalid_storage_day");
  await lockRules(db);
  const before = await findRule(db, goodsRuleId);
  if (before === undefined) throw apiError("not_found");
  if (before.validUntil !== null) throw apiError("conflict", { current: before.validUntil });
  // One that has not begun ends before it ever counts.
  const end = on < before.validFrom ? before.validFrom : on;
  const validUntil = addCalendarDays(end, -1);
  const ended = await updateEnd(db, goodsRuleId, {
    validUntil,
    endedBy: session.person.id,
    endedAt: now,
  });
  await context.audit({ before: { ...before }, after: { validUntil } });
  await context.listeners.laneChanged(context, db);
  return ended;
}
