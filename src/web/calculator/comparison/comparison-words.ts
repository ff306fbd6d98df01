// The words for why a service is closed, what weight it charges for, and how a line came about.
import type { ComparedServiceFacts } from "#contract/quotes.ts";
import type { ClosedReason } from "#core/service-comparison.ts";
import type { PriceLine } from "#core/service-price.ts";
import { dayText, suspensionStart } from "#web/calculator/lane-words.ts";
import { countryName } from "#web/i18n/country-names.ts";
import { batteryLabel, goodsFlagLabel, sidesText } from "#web/parcels/measurement-labels.ts";
import { moneyText, readerLocale, weightText } from "#web/ui/figures.tsx";
import { t } from "./messages.ts";

type Service = ComparedServiceFacts;

function lengthText(mm: number): string {
  return `${(mm / 10).toLocaleString(readerLocale())} cm`;
}

export function reasonText(fact: Service["reasons"][number]): string {
  const reason = fact as ClosedReason;
  switch (reason.kind) {
    case "own_country":
    case "country_not_served":
      return t(`comparison.reason.${reason.kind}`, { country: countryName(reason.countryCode) });
    case "weight_not_priced":
    case "too_heavy":
      return t(`comparison.reason.${reason.kind}`, { weight: weightText(reason.maximumGrams) });
    case "too_long":
    case "girth_too_large":
      return t(`comparison.reason.${reason.kind}`, { length: lengthText(reason.maximumMm) });
    case "battery_refused":
      return t("comparison.reason.battery_refused", { battery: batteryLabel(reason.battery) });
    case "goods_refused": {
      const list = new Intl.ListFormat(readerLocale());
      return t("comparison.reason.goods_refused", {
        goods: list.format(reason.goods.map(goodsFlagLabel)),
      });
    }
    case "lane_suspended":
      return t("comparison.reason.lane_suspended", {
        ...suspensionStart(reason),
        country: countryName(reason.destinationCode),
        reason: reason.reason,
      });
    default:
      return t(`comparison.reason.${reason.kind}`);
  }
}

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

/** The heading of the comparison below the specified calculator. */
export function comparisonHeading(): string {
  return t("comparison.heading");
}
