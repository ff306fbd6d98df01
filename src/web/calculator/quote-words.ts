import type { ShippingService } from "#core/shipping-rate.ts";
import { weightText } from "#web/ui/figures.tsx";

export const serviceLabels: Readonly<Record<ShippingService, string>> = {
  air: "Air",
  surface: "Surface",
};

const bandStepGrams = 500;
const highestBandGrams = 2000;

/** The label of a weight's band: up to 500, 1000, 1500 or 2000 g, then per started 500 g. */
export function bandText(weightGrams: number): string {
  if (weightGrams <= highestBandGrams) {
    const limitGrams = Math.ceil(weightGrams / bandStepGrams) * bandStepGrams;
    return `Up to ${weightText(limitGrams)}`;
  }
  const steps = Math.ceil((weightGrams - highestBandGrams) / bandStepGrams);
  const extra = `${steps} × ${weightText(bandStepGrams)}`;
  return `${weightText(highestBandGrams)} and ${extra} more`;
}
