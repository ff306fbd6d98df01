// The texts of the comparison's form, as the parcel that is compared.
import * as z from "zod/mini";
import { pieceLimits } from "#catalogue/rules/chargeable-weight.ts";
import { countryByCode, originCodes, type CountryCode } from "#catalogue/rules/country.ts";
import { parseDimensions } from "#catalogue/rules/dimensions.ts";
import { batteryKinds, goodsFlags } from "#catalogue/rules/shipping-service.ts";
import { parsedText } from "#ui/web/field-rules.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import type { ComparedServiceFacts } from "#catalogue/contract/quotes.ts";
import type { PriceLine } from "#catalogue/rules/service-price.ts";
import { sidesText } from "#catalogue/web/i18n/contents-labels.ts";
import { dayText, moneyText, readerLocale, weightText } from "#ui/web/figures.tsx";

const country = parsedText(
  (text): CountryCode | null => countryByCode(text)?.code ?? null,
  () => t("comparison.countryMissing"),
);

const fields = z.object({
  length: z.string(),
  width: z.string(),
  height: z.string(),
  country,
  origin: z.enum(originCodes, { error: () => t("fields.originMissing") }),
  postalCode: z.string().check(z.trim()),
  battery: z.string(),
  goods: z.string(),
});

/** The fields of the sides, in their order. */
export const sideNames = ["length", "width", "height"] as const;

export const comparisonSchema = z.pipe(
  fields,
  z.transform((typed, context) => {
    const texts = sideNames.map((name) => typed[name].trim());
    const isMeasured = texts.some((text) => text !== "");
    const sidesMm = isMeasured ? parseDimensions(texts.join(" "), pieceLimits.sideMm) : null;
    if (isMeasured && sidesMm === null) {
      const wrong = sideNames.find(
        (name) => parseDimensions(`1 1 ${typed[name]}`, pieceLimits.sideMm) === null,
      );
      context.issues.push({
        code: "custom",
        message: t("comparison.sideInvalid"),
        input: typed,
        path: [wrong ?? "length"],
      });
    }
    return {
      sidesMm,
      originCode: typed.origin,
      countryCode: typed.country,
      postalCode: typed.postalCode === "" ? null : typed.postalCode,
      battery: batteryKinds.find((kind) => kind === typed.battery) ?? null,
      goods: goodsFlags.filter((flag) => typed.goods.split(" ").includes(flag)),
    };
  }),
);

/** The parcel that is compared, with the weight of the calculator's form. */
export type ComparedParcel = z.output<typeof comparisonSchema> & { readonly weightGrams: number };

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
