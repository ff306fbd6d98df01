// The prices of storage as the texts of their form, and back.
import * as z from "zod/mini";
import type { StoragePrices } from "#goods/contract/storage.ts";
import { decimalText, parseAmountCents } from "#platform/rules/money.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { storagePlans, storageRateLimits } from "#goods/rules/storage-fee.ts";
import { parseWeightGrams } from "#platform/rules/weight.ts";
import { parsedText, requiredText } from "#ui/web/field-rules.ts";
import { t } from "#ui/web/i18n/messages.tsx";

export type PlanField = `${"freeDays" | "day" | "cap"}${PlanName | "None"}`;
export type PriceField = "validFrom" | "step" | "divisor" | "source" | PlanField;

export function planField(name: "freeDays" | "day" | "cap", plan: PlanName | null): PlanField {
  return `${name}${plan ?? "None"}`;
}

type Range = { readonly min: number; readonly max: number };

function isWithin(value: number, { min, max }: Range): boolean {
  return value >= min && value <= max;
}

function countText(range: Range, message: () => string) {
  return parsedText((text) => {
    const count = /^\d{1,6}$/.test(text) ? Number(text) : -1;
    return isWithin(count, range) ? count : null;
  }, message);
}

function amountText(range: Range, message: () => string) {
  return parsedText((text) => {
    const reading = parseAmountCents(text);
    return reading.ok && isWithin(reading.amountCents, range) ? reading.amountCents : null;
  }, message);
}

const freeDays = countText(storageRateLimits.freeDays, () => t("storage-rates.freeDaysInvalid"));
const day = amountText(storageRateLimits.dayCents, () => t("storage-rates.dayInvalid"));
const cap = amountText(storageRateLimits.capCents, () => t("storage-rates.capInvalid"));

const fields = z.object({
  validFrom: requiredText(() => t("storage-rates.validFromMissing")),
  freeDaysNone: freeDays,
  dayNone: day,
  capNone: cap,
  freeDaysBasic: freeDays,
  dayBasic: day,
  capBasic: cap,
  freeDaysSuper: freeDays,
  daySuper: day,
  capSuper: cap,
  freeDaysPremium: freeDays,
  dayPremium: day,
  capPremium: cap,
  step: parsedText(
    (text) => {
      const reading = parseWeightGrams(text);
      const isAccepted = reading.ok && isWithin(reading.weightGrams, storageRateLimits.stepGrams);
      return isAccepted ? reading.weightGrams : null;
    },
    () => t("storage-rates.stepInvalid"),
  ),
  divisor: countText(storageRateLimits.volumeDivisor, () => t("storage-rates.divisorInvalid")),
  source: requiredText(() => t("storage-rates.sourceMissing")),
});

/** The texts of a form, as the prices that it adds. */
export const pricesSchema = z.pipe(
  fields,
  z.transform((typed, context): StoragePrices => {
    const rates = storagePlans.map((plan) => ({
      plan,
      freeDays: typed[planField("freeDays", plan)],
      dayCents: typed[planField("day", plan)],
      capCents: typed[planField("cap", plan)],
    }));
    for (const { plan, dayCents, capCents } of rates) {
      if (capCents >= dayCents) continue;
      const message = t("storage-rates.capBelowDay");
      context.issues.push({
        code: "custom",
        message,
        input: typed,
        path: [planField("cap", plan)],
      });
    }
    const { validFrom, step: stepGrams, divisor: volumeDivisor, source } = typed;
    return { validFrom, stepGrams, volumeDivisor, rates, source };
  }),
);

/** The newest prices, from which new ones usually differ in a few figures; no day and no source. */
export function textsOf(prices: StoragePrices | null): Record<PriceField, string> {
  const entries = storagePlans.flatMap((plan): [PlanField, string][] => {
    const rate = prices?.rates.find((candidate) => candidate.plan === plan);
    return [
      [planField("freeDays", plan), rate?.freeDays.toString() ?? ""],
      [planField("day", plan), rate === undefined ? "" : decimalText(rate.dayCents)],
      [planField("cap", plan), rate === undefined ? "" : decimalText(rate.capCents)],
    ];
  });
  return {
    ...(Object.fromEntries(entries) as Record<PlanField, string>),
    validFrom: "",
    step: prices === null ? "" : String(prices.stepGrams / 1000),
    divisor: prices?.volumeDivisor.toString() ?? "",
    source: "",
  };
}
