import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import type { FreightRequest } from "#catalogue/rules/route-quote.ts";
import { useApi } from "#catalogue/web/api.ts";

// Somebody who types a weight asks for the last of it; the first figure is answered at once.
const debounceMilliseconds = 150;

/**
 * What a shipment costs; null without a shipment and while the first answer loads. While the answer to a change loads, it is
 * that of the shipment before, which it names.
 */
export function useFreightEstimate(shipment: FreightRequest | null) {
  const api = useApi();
  const [weightGrams] = useDebouncedValue(shipment?.weightGrams ?? null, debounceMilliseconds, {
    leading: true,
  });
  const isAsked = shipment !== null && weightGrams !== null;
  const query = useQuery(
    api.quotes.estimateFreight.queryOptions({
      input: isAsked ? { ...shipment, weightGrams } : skipToken,
      placeholderData: keepPreviousData,
    }),
  );
  return { estimate: isAsked ? (query.data ?? null) : null, query };
}
