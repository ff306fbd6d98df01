import { useQuery } from "@tanstack/react-query";
import type { ServicePrices } from "#core/shipping-service.ts";
import { useApi } from "#web/api.tsx";

/** The shipping services with their rates, and the day on which they count. */
export type Services = { readonly services: readonly ServicePrices[]; readonly day: string };

/** The shipping services of today, null while loading, and their query. */
export function useServices() {
  const api = useApi();
  const query = useQuery(api.quotes.listServices.queryOptions({ input: {} }));
  const services: Services | null =
    query.data === undefined ? null : { services: query.data.items, day: query.data.today };
  return { services, query };
}
