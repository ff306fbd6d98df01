import { useQuery } from "@tanstack/react-query";
import type { SuspendedLaneFacts } from "#contract/lanes.ts";
import type { SuspendedLane } from "#core/lane.ts";
import { useApi } from "#web/api.tsx";
import { countryName } from "#web/i18n/country-names.ts";
import type { NameOf } from "#web/carriers/use-carriers.ts";
import { readerLocale } from "#web/ui/figures.tsx";
import { t } from "./messages.ts";

/** A calendar day (YYYY-MM-DD) in the reader's locale, independent of the time zone. */
export function dayText(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(readerLocale(), {
    dateStyle: "medium",
    timeZone: "UTC",
  });
}

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

function isUpcoming({ suspendedOn }: Pick<SuspendedLane, "suspendedOn">): boolean {
  return suspendedOn > new Date().toISOString().slice(0, 10);
}

/** The values of sentences about the start of a suspension, which may be a day to come. */
export function suspensionStart(lane: Pick<SuspendedLane, "suspendedOn">) {
  return { start: isUpcoming(lane) ? "upcoming" : "past", day: dayText(lane.suspendedOn) };
}

/** The suspended lanes; null while loading. */
export function useSuspendedLanes(): readonly SuspendedLaneFacts[] | null {
  const api = useApi();
  const { data } = useQuery(api.lanes.listSuspendedLanes.queryOptions({ input: {} }));
  return data?.items ?? null;
}
