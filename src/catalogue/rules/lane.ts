// Suspended lanes: a carrier and a country that it does not ship to at the moment.
import { type CountryCode, countryByName } from "./country.ts";
import type { Language } from "#platform/rules/language.ts";
import { type QuoteRequest, rateDestinationOf, type ShippingService } from "./shipping-rate.ts";

/** The confidence in a suspension: announced by the carrier, reported by several sources, or by one. */
export const laneConfidences = ["announced", "reported", "rumoured"] as const;

/** The confidence in a suspension. */
export type LaneConfidence = (typeof laneConfidences)[number];

/** What is said of a suspension in other languages than English, which stands for what is missing. */
export type LaneTranslations = Readonly<
  Partial<Record<Language, { readonly reason: string; readonly source?: string | undefined }>>
>;

/** A carrier that does not ship to a country; `service` null means with none of its services. */
export type SuspendedLane = {
  /** The carrier's code. */
  readonly carrierId: string;
  readonly service: ShippingService | null;
  readonly destinationCode: CountryCode;
  readonly reason: string;
  /** The day from which on it is suspended, YYYY-MM-DD. */
  readonly suspendedOn: string;
  readonly confidence: LaneConfidence;
};

/**
 * The suspensions that affect a quote. A destination of the price table with several countries is affected by a
 * suspension to any of them.
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

/** The fields of a planned leg that lanes are matched by. */
type LaneLeg = {
  readonly legNumber: number;
  readonly destination: string;
  readonly carrierId: string;
};

/** A suspension that concerns a journey, with the affected leg; `legNumber` null: another way to its destination. */
export type RouteSuspension<Lane> = { readonly lane: Lane; readonly legNumber: number | null };

/** Legs are planned by air, so a suspension of surface mail alone does not affect them. */
function affects(lane: SuspendedLane, leg: LaneLeg): boolean {
  return (
    lane.service !== "surface" &&
    lane.carrierId === leg.carrierId &&
    countryByName(leg.destination)?.code === lane.destinationCode
  );
}

/**
 * The suspensions that concern a journey: those of its legs, by leg number, then those of other ways to its destination,
 * which explain the route.
 */
export function suspensionsOfRoute<Lane extends SuspendedLane>(
  lanes: readonly Lane[],
  legs: readonly LaneLeg[],
): RouteSuspension<Lane>[] {
  const affected = legs.flatMap((leg) =>
    lanes.filter((lane) => affects(lane, leg)).map((lane) => ({ lane, legNumber: leg.legNumber })),
  );
  const end = countryByName(legs.at(-1)?.destination ?? "")?.code;
  const elsewhere = lanes
    .filter((lane) => lane.destinationCode === end && lane.service !== "surface")
    .filter((lane) => affected.every((one) => one.lane !== lane))
    .map((lane) => ({ lane, legNumber: null }));
  return [...affected, ...elsewhere];
}
