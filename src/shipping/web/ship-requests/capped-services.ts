import type { ShippingEstimate } from "#shipping/contract/shipping-estimates.ts";
import { spanText } from "./estimated-services.tsx";
import type { CappedService } from "./payment-fields.tsx";

/** The open services with what they cost at most, besides extra services. */
export function cappedServices(estimate: ShippingEstimate | undefined): readonly CappedService[] {
  if (estimate === undefined) return [];
  const { storageCents, boxCents, items } = estimate;
  const besidesCents = storageCents + (boxCents ?? 0);
  return items.flatMap(({ service, reasons, fromCents, toCents }) =>
    reasons.length > 0 || fromCents === null || toCents === null
      ? []
      : [
          {
            code: service.code,
            name: service.name,
            price: spanText(fromCents, toCents),
            presetCents: toCents + besidesCents,
          },
        ],
  );
}
