import { useQuery } from "@tanstack/react-query";
import type { SuspendedLaneFacts } from "#contract/lanes.ts";
import type { SuspendedLane } from "#core/lane.ts";
import { useApi } from "#web/api.tsx";
import { countryName } from "#web/i18n/country-names.ts";
import { carrierName } from "#web/i18n/labels.ts";
import { readerLocale } from "#web/ui/figures.tsx";

/** A calendar day (YYYY-MM-DD) in the reader's locale, independent of the time zone. */
export function dayText(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(readerLocale(), {
    dateStyle: "medium",
    timeZone: "UTC",
  });
}

/** A lane by name: "Hong Kong Post to United States, air". */
export function laneName(lane: Pick<SuspendedLane, "carrierId" | "service" | "destinationCode">) {
  const country = countryName(lane.destinationCode);
  const service = lane.service === null ? "" : `, ${lane.service}`;
  return `${carrierName(lane.carrierId)} to ${country}${service}`;
}

function isUpcoming({ suspendedOn }: Pick<SuspendedLane, "suspendedOn">): boolean {
  return suspendedOn > new Date().toISOString().slice(0, 10);
}

/** The start of a suspension: "since" or "from" a day. */
export function sinceText(lane: Pick<SuspendedLane, "suspendedOn">): string {
  return `${isUpcoming(lane) ? "from" : "since"} ${dayText(lane.suspendedOn)}`;
}

/** The suspension as a predicate: "has been suspended since" a day. */
export function suspendedText(lane: Pick<SuspendedLane, "suspendedOn">): string {
  return `${isUpcoming(lane) ? "will be" : "has been"} suspended ${sinceText(lane)}`;
}

/** The suspended lanes; null while loading. */
export function useSuspendedLanes(): readonly SuspendedLaneFacts[] | null {
  const api = useApi();
  const { data } = useQuery(api.lanes.listSuspendedLanes.queryOptions({ input: {} }));
  return data?.items ?? null;
}
