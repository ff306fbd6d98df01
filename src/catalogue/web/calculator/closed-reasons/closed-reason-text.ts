import type { ComparedServiceFacts } from "#catalogue/contract/quotes.ts";
import { suspensionStart } from "#catalogue/web/calculator/route-words.ts";
import { countryText } from "#catalogue/web/i18n/country-names.ts";
import { batteryLabel, goodsFlagLabel } from "#catalogue/web/i18n/contents-labels.ts";
import { readerLocale, weightText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

type ClosedReason = ComparedServiceFacts["reasons"][number];

function lengthText(mm: number): string {
  return `${(mm / 10).toLocaleString(readerLocale())} cm`;
}

/** Why a service does not take a parcel or package, in a sentence. */
export function closedReasonText(reason: ClosedReason): string {
  const { kind, maximumGrams, maximumMm, battery, suspendedOn, goods = [] } = reason;
  return t(`closed-reasons.${kind}`, {
    country: countryText(reason.countryCode ?? reason.destinationCode ?? reason.originCode ?? ""),
    weight: weightText(maximumGrams ?? null),
    length: maximumMm === undefined ? "" : lengthText(maximumMm),
    battery: batteryLabel(battery ?? "unknown"),
    goods: new Intl.ListFormat(readerLocale()).format(goods.map(goodsFlagLabel)),
    ...(suspendedOn === undefined ? { start: "", day: "" } : suspensionStart({ suspendedOn })),
    reason: reason.reason ?? "",
  });
}
