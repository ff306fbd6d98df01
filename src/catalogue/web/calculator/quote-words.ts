import type { BandWorking } from "#catalogue/rules/service-price.ts";
import type { ShippingService } from "#catalogue/rules/shipping-rate.ts";
import { weightText } from "#ui/web/figures.tsx";
import { t } from "./messages.ts";

export function serviceLabel(service: ShippingService): string {
  return t(`calculator.service.${service}`);
}

/** The band of a weight, such as up to 500 g, or the last band and the started steps above it. */
export function bandText({ bandUpToGrams, steps, stepGrams }: BandWorking): string {
  const weight = weightText(bandUpToGrams);
  return steps === 0
    ? t("calculator.band", { weight })
    : t("calculator.bandAbove", { weight, steps, step: weightText(stepGrams) });
}
