// Links that show others where a package is, without whose it is and what is in it.
import { countryByName } from "#catalogue/rules/country.ts";

/** For how many days after the delivery a link works. */
export const shareDaysAfterDelivery = 30;

const dayMilliseconds = 86_400_000;

/** When the links of a package stop working; null until it is delivered. */
export function shareEndsAt(deliveredAt: Date | null): Date | null {
  return deliveredAt === null
    ? null
    : new Date(deliveredAt.getTime() + shareDaysAfterDelivery * dayMilliseconds);
}

/** Packages that were delivered until then are no longer shared at `now`. */
export function sharedWhenDeliveredAfter(now: Date): Date {
  return new Date(now.getTime() - shareDaysAfterDelivery * dayMilliseconds);
}

/** The path of the page that a link opens. */
export function sharePath(token: string): string {
  return `/t/${token}`;
}

type SharedEvent = {
  readonly description: string;
  readonly place: string | null;
  readonly country: string | null;
};

/**
 * An event as strangers see it. Carriers' words may name the recipient, and within the country of destination, or where the
 * country is unknown, a place may be the recipient's own.
 */
export function sharedEvent<Event extends SharedEvent>(event: Event, destination: string): Event {
  const destinationCode = countryByName(destination)?.code ?? null;
  const isOnTheWay = event.country !== null && event.country !== destinationCode;
  return {
    ...event,
    description: "",
    place: isOnTheWay && destinationCode !== null ? event.place : null,
  };
}
