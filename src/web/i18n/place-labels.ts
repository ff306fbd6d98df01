// Labels that name a country in the language of the document.
import type { CountryCode } from "#core/country.ts";
import { rateDestinationIds, type RateDestinationId } from "#core/shipping-rate.ts";
import type { TrackingIssuer } from "#core/tracking-number.ts";
import { countryName } from "./country-names.ts";
import { domesticCourierName, postName, rateDestinationName } from "./labels.ts";

/** An end of a leg of a quoted route: a country, or a destination of the price table. */
export function quotedPlaceName(place: CountryCode | RateDestinationId): string {
  const destination = rateDestinationIds.find((id) => id === place);
  return destination === undefined
    ? countryName(place as CountryCode)
    : rateDestinationName(destination);
}

/** Who issued a tracking number; `nameOf` names a carrier by its code. */
export function issuerName(
  issuer: TrackingIssuer,
  nameOf: (carrierCode: string) => string,
): string {
  if (issuer === "domestic-courier") return domesticCourierName();
  return "postOf" in issuer ? postName(countryName(issuer.postOf)) : nameOf(issuer.carrierCode);
}
