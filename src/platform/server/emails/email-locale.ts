import { brandName } from "#platform/rules/brand.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import { formatUsd } from "#platform/rules/money.ts";
import { formatKilograms } from "#platform/rules/weight.ts";
import { translate, type MessageId, type MessageValues } from "#platform/server/translate.ts";

type EmailMessageId = Extract<
  MessageId,
  | `emails.${string}`
  | `labels.arrival.${string}`
  | "labels.dutyPrepaid"
  | `roles.${string}`
  | `parcel-measurements.${string}`
>;

/** How emails in `language` write sentences and figures. */
export function emailLocale(language: Language) {
  const locale = localeOf(language);
  return {
    language,
    /** The sentence `id`; `{brand}` is known to all of them. */
    t: (id: EmailMessageId, values: MessageValues = {}) =>
      translate(language, id, { brand: brandName, ...values }),
    usd: (amountCents: number) => formatUsd(amountCents, locale),
    weight: (weightGrams: number) => formatKilograms(weightGrams, locale),
    /** Facts in one line, such as "1.25 kg · Intact". */
    line: (facts: readonly string[]) => facts.join(" · "),
    /** A day in UTC, such as "March 31, 2026". */
    day: (moment: string) =>
      new Date(moment).toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" }),
    /** Minutes in words: 60 is "1 hour", 90 is "90 minutes", 1440 is "24 hours". */
    duration: (minutes: number) => {
      const isHours = minutes % 60 === 0;
      return new Intl.NumberFormat(locale, {
        style: "unit",
        unit: isHours ? "hour" : "minute",
        unitDisplay: "long",
      }).format(isHours ? minutes / 60 : minutes);
    },
  };
}

export type EmailLocale = ReturnType<typeof emailLocale>;
