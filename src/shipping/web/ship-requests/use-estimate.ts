import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { CountryCode } from "#catalogue/rules/country.ts";
import { useApi } from "#shipping/web/api.ts";

type Choice = {
  /** null: all that can go. */
  readonly inboundParcelIds: readonly string[] | null;
  /** null: where the package that is used, or the profile, says. */
  readonly countryCode?: CountryCode | null;
  /** Parcels whose packaging is removed. */
  readonly withoutPackaging?: readonly string[];
};

/** The estimate for parcels of the shelf, which stays on the screen until the next one is there. */
export function useParcelsEstimate(choice: Choice, isEnabled = true) {
  const { inboundParcelIds, countryCode = null, withoutPackaging = [] } = choice;
  return useQuery({
    ...useApi().shipRequests.estimateParcels.queryOptions({
      input: {
        ...(inboundParcelIds === null ? {} : { inboundParcelIds: [...inboundParcelIds] }),
        ...(countryCode === null ? {} : { countryCode }),
        ...(withoutPackaging.length === 0 ? {} : { withoutPackaging: [...withoutPackaging] }),
      },
    }),
    enabled: isEnabled && inboundParcelIds?.length !== 0,
    placeholderData: keepPreviousData,
  });
}

/** The estimate for what is in a package's packed box. */
export function useBoxEstimate(packageId: string, isEnabled: boolean) {
  return useQuery({
    ...useApi().shipRequests.estimateShipping.queryOptions({ input: { packageId } }),
    enabled: isEnabled,
  });
}
