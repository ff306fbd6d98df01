// The words for what weight a service charges for, and how a line came about.
import type { ComparedServiceFacts } from "#catalogue/contract/quotes.ts";
import type { PriceLine } from "#catalogue/rules/service-price.ts";
import { sidesText } from "#catalogue/web/i18n/contents-labels.ts";
import { dayText, moneyText, readerLocale, weightText } from "#ui/web/figures.tsx";
import { t } from "./messages.ts";

type Service = ComparedServiceFacts;

/** What weight is charged for, and why. */
export function chargedText(weight: NonNullable<Service["weight"]>): string {
  return t(`comparison.charged.${weight.decidedBy}`, {
    chargeable: weightText(weight.chargeableGrams),
    volumetric: weightText(weight.volumetricGrams ?? 0),
    sides: weight.volumetricSidesMm === null ? "" : sidesText(weight.volumetricSidesMm),
  });
}

function monthText(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(readerLocale(), {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}

export function measuredText({ halfDays, mostDays }: NonNullable<Service["measured"]>): string {
  return t("comparison.measured", { halfDays, mostDays });
}

export function measuredFromText({ parcelsCount, since }: NonNullable<Service["measured"]>) {
  return t("comparison.measuredFrom", {
    count: parcelsCount.toLocaleString(readerLocale()),
    month: monthText(since),
  });
}

/** How a line came about, such as "12.5 % of SGD 65.00". */
export function workingText(line: Service["lines"][number], currency: Service["currency"]): string {
  const working = line.working as PriceLine["working"];
  const money = (cents: number) => moneyText(cents, currency);
  switch (working.kind) {
    case "band": {
      const weight = weightText(working.bandUpToGrams);
      if (working.steps === 0) return t("comparison.working.band", { weight });
      return t("comparison.working.steps", {
        weight,
        price: money(working.bandCents),
        steps: working.steps,
        stepPrice: money(working.stepCents),
        step: weightText(working.stepGrams),
      });
    }
    case "percent":
      return t("comparison.working.percent", {
        percent: (working.hundredths / 10_000).toLocaleString(readerLocale(), {
          style: "percent",
          maximumFractionDigits: 2,
        }),
        base: money(working.baseCents),
      });
    case "kilograms":
      return t("comparison.working.kilograms", {
        count: working.kilograms,
        price: money(working.kilogramCents),
      });
    case "fixed":
      return t("comparison.working.fixed");
  }
}

export function exchangeText(day: string | null, source: string): string {
  return day === null
    ? t("comparison.noExchange")
    : t("comparison.exchange", { day: dayText(day), source });
}
