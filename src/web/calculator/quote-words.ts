import type { ShippingService } from "#core/shipping-rate.ts";
import { weightText } from "#web/ui/figures.tsx";
import { t } from "./messages.ts";

export function serviceLabel(service: ShippingService): string {
  return t(`calculator.service.${service}`);
}

const bandStepGrams = 500;
const highestBandGrams = 2000;

/** The label of a weight's band: up to 500, 1000, 1500 or 2000 g, then per started 500 g. */
export function bandText(weightGrams: number): string {
  if (weightGrams <= highestBandGrams) {
    const limitGrams = Math.ceil(weightGrams / bandStepGrams) * bandStepGrams;
    return t("calculator.band", { weight: weightText(limitGrams) });
  }
  const steps = Math.ceil((weightGrams - highestBandGrams) / bandStepGrams);
  return t("calculator.bandAbove", {
    weight: weightText(highestBandGrams),
    steps,
    step: weightText(bandStepGrams),
  });
}
