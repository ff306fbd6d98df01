// Lanes: which carrier takes goods to which country, and which of them are suspended at the moment.
import { type CarrierId, carriers } from "./carrier.ts";
import { type CountryCode, countryByName } from "./country.ts";
import { type QuoteRequest, rateDestinationOf, type ShippingService } from "./shipping-rate.ts";

/** How sure a suspension is: told by the carrier, by several who agree, or by one. */
export const laneConfidences = ["announced", "reported", "rumoured"] as const;

/** How sure a suspension is. */
export type LaneConfidence = (typeof laneConfidences)[number];

/** What each sureness means, in words. */
export const laneConfidenceLabels: Readonly<Record<LaneConfidence, string>> = {
  announced: "Announced by the carrier",
  reported: "Reported by several sources",
  rumoured: "Reported by one source",
};

/** A carrier that takes no goods to a country; `service` null means by none of its services. */
export type SuspendedLane = {
  readonly carrierId: CarrierId;
  readonly service: ShippingService | null;
  readonly destinationCode: CountryCode;
  readonly reason: string;
  /** The day from which on it is suspended, YYYY-MM-DD. */
  readonly suspendedOn: string;
  readonly confidence: LaneConfidence;
};

/**
 * The suspensions that a quote runs into. Destinations of the price table that are more than one
 * country are met by each of their countries.
 */
export function suspensionsOfQuote<Lane extends SuspendedLane>(
  lanes: readonly Lane[],
  request: Pick<QuoteRequest, "carrierId" | "service" | "destinationId">,
): Lane[] {
  return lanes.filter(
    ({ carrierId, service, destinationCode }) =>
      carrierId === request.carrierId &&
      (service === null || service === request.service) &&
      rateDestinationOf(destinationCode) === request.destinationId,
  );
}

/** A leg as far as lanes go: by the names that are stored and shown. */
type LaneLeg = {
  readonly legNumber: number;
  readonly destination: string;
  readonly carrier: string;
};

/** What a journey has to do with a suspension; `legNumber` null: it takes another way. */
export type RouteSuspension<Lane> = { readonly lane: Lane; readonly legNumber: number | null };

/** Legs are planned by air: a lane that is suspended by surface alone does not stop them. */
function stops(lane: SuspendedLane, leg: LaneLeg): boolean {
  return (
    lane.service !== "surface" &&
    carriers.some(({ id, name }) => id === lane.carrierId && name === leg.carrier) &&
    countryByName(leg.destination)?.code === lane.destinationCode
  );
}

/**
 * The suspensions that concern a journey: those of its legs, by the number of the leg, then those
 * of other ways to where it ends, which tell why it goes as it does.
 */
export function suspensionsOfRoute<Lane extends SuspendedLane>(
  lanes: readonly Lane[],
  legs: readonly LaneLeg[],
): RouteSuspension<Lane>[] {
  const stopped = legs.flatMap((leg) =>
    lanes.filter((lane) => stops(lane, leg)).map((lane) => ({ lane, legNumber: leg.legNumber })),
  );
  const end = countryByName(legs.at(-1)?.destination ?? "")?.code;
  const elsewhere = lanes
    .filter((lane) => lane.destinationCode === end && lane.service !== "surface")
    .filter((lane) => stopped.every((one) => one.lane !== lane))
    .map((lane) => ({ lane, legNumber: null }));
  return [...stopped, ...elsewhere];
}
