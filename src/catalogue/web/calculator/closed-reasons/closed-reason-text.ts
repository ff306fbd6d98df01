import type { ComparedServiceFacts } from "#catalogue/contract/quotes.ts";
import { suspensionStart } from "#catalogue/web/calculator/route-words.ts";
import { countryText } from "#catalogue/web/i18n/country-names.ts";
import { ruledFlagLabel } from "#catalogue/web/i18n/contents-labels.ts";
import { dayText, moneyText, readerLocale, weightText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { joinSentences } from "#ui/web/i18n/texts.ts";

type ClosedReason = ComparedServiceFacts["reasons"][number];
type GoodsLimit = ComparedServiceFacts["goodsLimits"][number];

/** Where something is from, and for which day that states it. */
export type ReasonSource = { readonly source: string; readonly day: string };

/** What is said of a service, in the words of the rule where there is one. */
export type ServiceStatement = {
  readonly key: string;
  readonly text: string;
  readonly from: ReasonSource | null;
};

/** What is said of a service: why it is closed, and under what conditions it takes goods. */
export type Judged = {
  readonly reasons: readonly ClosedReason[];
  readonly goodsLimits?: readonly GoodsLimit[];
};

/** What is said of a service as it is shown: why it is closed or, of an open one, under what conditions it takes the goods. */
export function shownJudgement({ reasons, goodsLimits = [] }: Judged): Judged {
  return reasons.length > 0 ? { reasons } : { reasons, goodsLimits };
}

/** One that no rule about goods is, whose sentence stands for several goods. */
type SingleReason = ClosedReason & {
  readonly kind: Exclude<ClosedReason["kind"], "goods_rule">;
};

function isSingle(reason: ClosedReason): reason is SingleReason {
  return reason.kind !== "goods_rule";
}

function lengthText(mm: number): string {
  return `${(mm / 10).toLocaleString(readerLocale())} cm`;
}

function reasonSentence(reason: SingleReason): string {
  const { kind, maximumGrams, maximumMm, maximumCents, suspendedOn } = reason;
  return t(`closed-reasons.${kind}`, {
    country: countryText(reason.countryCode ?? reason.destinationCode ?? reason.originCode ?? ""),
    weight: weightText(maximumGrams ?? null),
    length: maximumMm === undefined ? "" : lengthText(maximumMm),
    amount: maximumCents === undefined ? "" : moneyText(maximumCents),
    ...(suspendedOn === undefined ? { start: "", day: "" } : suspensionStart({ suspendedOn })),
    reason: reason.reason ?? "",
  });
}

function statementOf(reason: SingleReason): ServiceStatement {
  const { kind, destinationCode = "", source, day } = reason;
  return {
    key: `${kind} ${destinationCode}`,
    text: reasonSentence(reason),
    from: source === undefined || day === undefined ? null : { source, day },
  };
}

type Rule = Pick<ClosedReason, "ruleId" | "flag" | "text" | "source" | "day"> & {
  readonly says: "refused" | "proof" | "limit";
};

/** What rules say that have the same words and source, of all their goods in one sentence. */
function statementOfRules(rules: readonly Rule[]): readonly ServiceStatement[] {
  const [first] = rules;
  if (first === undefined) return [];
  const { ruleId = "", says, text = "", source = "", day = "" } = first;
  const names = rules.flatMap(({ flag }) => (flag === undefined ? [] : [ruledFlagLabel(flag)]));
  const goods = new Intl.ListFormat(readerLocale(), {
    style: "narrow",
    type: "conjunction",
  }).format(names);
  const sentence =
    says === "limit"
      ? t("closed-reasons.goodsLimit", { goods })
      : t("closed-reasons.goods_rule", { goods, needsProof: says === "proof" ? "yes" : "no" });
  const words = text === "" ? [sentence] : [sentence, text];
  return [{ key: `rule ${ruleId}`, text: joinSentences(words), from: { source, day } }];
}

/** What is said of a service; what rules say of several goods in the same words stands together. */
export function statementsOf({ reasons, goodsLimits = [] }: Judged): readonly ServiceStatement[] {
  const rules = [
    ...reasons
      .filter(({ kind }) => kind === "goods_rule")
      .map((rule) => ({ ...rule, says: rule.needsProof === true ? "proof" : "refused" }) as const),
    ...goodsLimits.map((rule) => ({ ...rule, says: "limit" }) as const),
  ];
  const together = Map.groupBy(rules, ({ says, text, source, day }) =>
    JSON.stringify([says, text, source, day]),
  );
  return [
    ...reasons.filter(isSingle).map(statementOf),
    ...[...together.values()].flatMap(statementOfRules),
  ];
}

function isSame(one: ReasonSource, other: ReasonSource): boolean {
  return one.source === other.source && one.day === other.day;
}

/** The source of all that is said of services in one list, which is named once then; null where they differ, or of one statement. */
export function sharedSource(services: readonly Judged[]): ReasonSource | null {
  const sources = services.flatMap((service) =>
    statementsOf(service).flatMap(({ from }) => from ?? []),
  );
  const [first, ...others] = sources;
  if (first === undefined || others.length === 0) return null;
  return others.every((one) => isSame(one, first)) ? first : null;
}

/** A statement with its source, which is left out where the list names it once. */
export function statementText(
  { text, from }: ServiceStatement,
  shared: ReasonSource | null = null,
): string {
  if (from === null || shared !== null) return text;
  return joinSentences([text, t("closed-reasons.goodsSource", sourceValues(from))]);
}

function sourceValues({ source, day }: ReasonSource) {
  return { source, day: dayText(day) };
}

/** The source that a list names once. */
export function sharedSourceText(shared: ReasonSource): string {
  return t("closed-reasons.sharedSource", sourceValues(shared));
}
