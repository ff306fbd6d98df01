import type { ServiceSummary } from "#catalogue/contract/shipping-services.ts";
import type { Language } from "#platform/rules/language.ts";
import type { ShippingService } from "#catalogue/rules/shipping-service.ts";

type Named = Omit<ServiceSummary, "name"> & Pick<ShippingService, "names">;

/** What names a version of a service to a reader, and how long it takes. */
export function describeService(service: Named, language: Language): ServiceSummary {
  const { id, code, names, mode, currency, deliveryMin, deliveryMax, deliveryUnit } = service;
  const name = names[language];
  return { id, code, name, mode, currency, deliveryMin, deliveryMax, deliveryUnit };
}
