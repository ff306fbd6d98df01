// How long a service took by what was measured on its lanes.
import type { CountryCode } from "./country.ts";
import { laneTimeLimits, type LaneTime } from "./lane-time.ts";
import type { ShippingService } from "./shipping-service.ts";

/** How long parcels took on a carrier's lane. */
export type MeasuredLane = LaneTime & {
  readonly carrierCode: string;
  readonly service: string;
  readonly origin: CountryCode;
  readonly destination: CountryCode;
};

type Way = Pick<ShippingService, "code" | "mode" | "legs">;

/**
 * The time of a service to a country: the sum of its legs', with the parcels of the least measured one. null where a leg has
 * not been measured, or took longer than is counted.
 */
export function measuredTimeOf(
  { mode, legs }: Way,
  countryCode: CountryCode,
  services: readonly Way[],
  lanes: readonly MeasuredLane[],
): LaneTime | null {
  const times = legs.map((leg) => {
    const legMode = services.find(({ code }) => code === leg.pricedBy)?.mode ?? mode;
    return lanes.find(
      (lane) =>
        lane.carrierCode === leg.carrierCode &&
        lane.service === legMode &&
        lane.origin === leg.originCode &&
        lane.destination === (leg.destinationCode ?? countryCode) &&
        lane.mostDays < laneTimeLimits.lastDay,
    );
  });
  const measured = times.filter((time) => time !== undefined);
  if (measured.length < legs.length) return null;
  const sum = (days: (time: LaneTime) => number) =>
    measured.reduce((total, time) => total + days(time), 0);
  return {
    halfDays: sum(({ halfDays }) => halfDays),
    mostDays: sum(({ mostDays }) => mostDays),
    parcelsCount: Math.min(...measured.map(({ parcelsCount }) => parcelsCount)),
    since:
      measured
        .map(({ since }) => since)
        .toSorted()
        .at(-1) ?? "",
  };
}
