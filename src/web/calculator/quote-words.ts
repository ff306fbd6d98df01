/** How services and bands of the price table are named on the screen. */
import type { ShippingService } from "#core/shipping-rate.ts";
import { weightText } from "#web/ui/figures.tsx";

/** The label of each service. */
export const serviceLabels: Readonly<Record<ShippingService, string>> = {
  air: "Air",
  surface: "Surface",
};

const bandStepGrams = 500;
const lastBandLimitGrams = 2000;

/** The band of a weight as people read it: up to 500, 1000, 1500, 2000 g, then per started 500 g. */
export function bandText(weightGrams: number): string {
  if (weightGrams <= lastBandLimitGrams) {
    const limitGrams = Math.ceil(weightGrams / bandStepGrams) * bandStepGrams;
    return `Up to ${weightText(limitGrams)}`;
  }
  const steps = Math.ceil((weightGrams - lastBandLimitGrams) / bandStepGrams);
  const extra = `${steps} × ${weightText(bandStepGrams)}`;
  return `${weightText(lastBandLimitGrams)} and ${extra} more`;
}
