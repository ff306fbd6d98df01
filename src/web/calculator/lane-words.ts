import { useQuery } from "@tanstack/react-query";
import type { SuspendedLaneFacts } from "#contract/lanes.ts";
import type { SuspendedLane } from "#core/lane.ts";
import { useApi } from "#web/api-of/catalogue.ts";
import { countryName } from "#web/i18n/country-names.ts";
import type { NameOf } from "#web/carriers/use-carriers.ts";
import { t } from "./messages.ts";

/** A lane by name: "Hong Kong Post to United States, air". */
export function laneName(
  lane: Pick<SuspendedLane, "carrierId" | "service" | "destinationCode">,
  nameOf: NameOf,
) {
  const { service } = lane;
  const values = {
    carrier: nameOf(lane.carrierId),
    destination: countryName(lane.destinationCode),
  };
  return service === null
    ? t("calculator.carrierTo", values)
    : t("calculator.laneWithService", { ...values, service });
}

/** The suspended lanes; null while loading. */
export function useSuspendedLanes(): readonly SuspendedLaneFacts[] | null {
  const api = useApi();
  const { data } = useQuery(api.lanes.listSuspendedLanes.queryOptions({ input: {} }));
  return data?.items ?? null;
}
