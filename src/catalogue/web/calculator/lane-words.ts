import { useQuery } from "@tanstack/react-query";
import type { SuspendedLaneFacts } from "#catalogue/contract/lanes.ts";
import type { SuspendedLane } from "#catalogue/rules/lane.ts";
import { useApi } from "#catalogue/web/api.ts";
import { countryName } from "#catalogue/web/i18n/country-names.ts";
import type { NameOf } from "#catalogue/web/carriers/use-carriers.ts";
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
