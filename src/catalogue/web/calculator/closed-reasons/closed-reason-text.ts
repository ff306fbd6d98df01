import type { ComparedServiceFacts } from "#catalogue/contract/quotes.ts";
import { suspensionStart } from "#catalogue/web/calculator/route-words.ts";
import { countryText } from "#catalogue/web/i18n/country-names.ts";
import { ruledFlagLabel } from "#catalogue/web/i18n/contents-labels.ts";
import { dayText, moneyText, readerLocale, weightText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { joinSentences } from "#ui/web/i18n/texts.ts";

type ClosedReason = ComparedServiceFacts["reasons"][number];
type GoodsLimit = ComparedServiceFacts["goodsLimits"][number];

function lengthText(mm: number): string {
  return `${(mm / 10).toLocaleString(readerLocale())} cm`;
}

/** What a rule says besides the goods: its own words, and where it is from. */
function ruleSentences({
  text,
  source,
  day,
}: Pick<ClosedReason, "text" | "source" | "day">): readonly string[] {
  const from = { source: source ?? "", day: dayText(day ?? "") };
  return [
    ...(text === undefined || text === "" ? [] : [text]),
    t("closed-reasons.goodsSource", from),
  ];
}

/** Why a service does not take a parcel or package, in a sentence or two. */
export function closedReasonText(reason: ClosedReason): string {
  const { kind, maximumGrams, maximumMm, maximumCents, suspendedOn, flag, needsProof } = reason;
  const sentence = t(`closed-reasons.${kind}`, {
    country: countryText(reason.countryCode ?? reason.destinationCode ?? reason.originCode ?? ""),
    weight: weightText(maximumGrams ?? null),
    length: maximumMm === undefined ? "" : lengthText(maximumMm),
    amount: maximumCents === undefined ? "" : moneyText(maximumCents),
    goods: flag === undefined ? "" : ruledFlagLabel(flag),
    needsProof: needsProof === true ? "yes" : "no",
    ...(suspendedOn === undefined ? { start: "", day: "" } : suspensionStart({ suspendedOn })),
    reason: reason.reason ?? "",
  });
  return kind === "goods_rule" || kind === "value_too_high"
    ? joinSentences([sentence, ...ruleSentences(reason)])
    : sentence;
}

/** What tells the reasons of a service apart. */
export function closedReasonKey({ kind, destinationCode, ruleId }: ClosedReason): string {
  return `${kind} ${ruleId ?? destinationCode ?? ""}`;
}

/** Under what condition a service takes goods. */
export function goodsLimitText(limit: GoodsLimit): string {
  const sentence = t("closed-reasons.goodsLimit", { goods: ruledFlagLabel(limit.flag) });
  return joinSentences([sentence, ...ruleSentences(limit)]);
}
